# Sourced by ./play and ./check: a private virtual environment from a lock file.
#
# prepare LOCK   makes or updates the environment and sets $environment; says nothing when it is
#                ready. Nothing outside of it is touched. $PYTHON chooses the interpreter,
#                $AZULEJOS_VENV the place.
# add LOCK       installs another lock file into an environment that is there.

environment=${AZULEJOS_VENV:-$root/.venv}

fail() {
    echo "error: $*" >&2
    exit 1
}

is_new_enough() {
    "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null
}

find_python() {
    for python in ${PYTHON:-python3 python3.14 python3.13 python3.12 python3.11 python}; do
        if is_new_enough "$python"; then
            command -v "$python"
            return
        fi
    done
    fail "Python 3.11 or newer is needed; install it, or name it like PYTHON=/path/to/python3.12"
}

# Node builds the page; where it is missing or old, a package brings it.
has_node() {
    command -v npm >/dev/null 2>&1 &&
        node -e 'process.exit(parseInt(process.versions.node) < 20)' 2>/dev/null
}

prepare() {
    lock=$root/requirements/$1.lock
    node_lock=$root/requirements/node.lock
    # An environment is ready when it still runs, holds this very lock and belongs to this checkout.
    if "$environment/bin/python" -c '' 2>/dev/null && cmp -s "$lock" "$environment/$1.lock" &&
        [ "$(cat "$environment/checkout" 2>/dev/null)" = "$root" ]; then
        return
    fi
    echo "Installing into $environment (once; a minute or two)…" >&2
    if command -v uv >/dev/null 2>&1; then
        install_with_uv
    else
        install_with_pip
    fi
    echo "$root" >"$environment/checkout"
    cp "$lock" "$environment/$1.lock"
}

add() {
    lock=$root/requirements/$1.lock
    ! cmp -s "$lock" "$environment/$1.lock" || return 0
    echo "Installing what builds it (once; about 100 MB to download, 400 MB on disk)..." >&2
    if command -v uv >/dev/null 2>&1; then
        uv pip install --quiet --python "$environment" --require-hashes -r "$lock"
    else
        "$environment/bin/python" -m pip --disable-pip-version-check --no-input --quiet \
            install --require-hashes -r "$lock"
    fi || fail "the installation failed; the lines above say why"
    cp "$lock" "$environment/$1.lock"
}

install_with_uv() {
    python=$(find_python) || exit 1
    "$environment/bin/python" -c '' 2>/dev/null ||
        uv venv --quiet --clear --python "$python" "$environment" ||
        fail "cannot make the environment $environment"
    uv_installs uv || fail "the installation failed; the lines above say why"
}

uv_installs() {
    "$1" pip install --quiet --python "$environment" --require-hashes -r "$lock" &&
        { has_node || "$1" pip install --quiet --python "$environment" --require-hashes -r "$node_lock"; } &&
        "$1" pip install --quiet --python "$environment" --no-deps --no-build-isolation \
            --editable "$root"
}

# Where the lock names uv, it installs the rest, in a tenth of the time; pip, if uv cannot (it does
# not know what pip was told of mirrors).
install_with_pip() {
    python=$(find_python) || exit 1
    "$environment/bin/python" -m pip --version >/dev/null 2>&1 ||
        "$python" -m venv --clear "$environment" ||
        fail "cannot make the environment $environment (on Debian: apt install python3-venv)"
    pip="$environment/bin/python -m pip --disable-pip-version-check --no-input --quiet"
    named=$environment/uv.txt
    awk '/^uv==/ { found = 1 } found { print } found && !/\\$/ { exit }' "$lock" >"$named"
    if [ -s "$named" ] && $pip install --require-hashes -r "$named" &&
        uv_installs "$environment/bin/uv"; then
        return
    fi
    $pip install --require-hashes -r "$lock" &&
        { has_node || $pip install --require-hashes -r "$node_lock"; } &&
        $pip install --no-deps --no-build-isolation --editable "$root" ||
        fail "the installation failed; the lines above say why"
}

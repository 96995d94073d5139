#!/bin/sh
# Build the site that a page of ./play goes on with when ./play is stopped; says nothing if it is there.
# `azulejos web` runs it in the background. What it takes is installed once.
set -eu
root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
. "$root/requirements/environment.sh"

add site
exec nice -n 19 "$environment/bin/azulejos" site build --if-changed --no-compression

"""`python -m azulejos` is the command line program."""

from azulejos.cli.main import main

main()

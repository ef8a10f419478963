"""`python -m snodo` is the command `snodo`."""

from snodo.cli.main import main

if __name__ == "__main__":
    main(prog_name="snodo")

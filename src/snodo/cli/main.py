"""The command line: `snodo run`, `view`, `check`, `doctor`, `compare`, and the other commands listed below.

Every command imports what it needs when it runs, so that `snodo --help` is fast.  Exit codes are in `exit_codes.py`.
"""

from __future__ import annotations

import click

from snodo._version import __version__
from snodo.cli.check import check
from snodo.cli.compare import compare
from snodo.cli.completion import completion
from snodo.cli.doctor import doctor
from snodo.cli.examples import examples
from snodo.cli.explain import explain
from snodo.cli.new import new
from snodo.cli.printing import tolerate_any_letters
from snodo.cli.report import report
from snodo.cli.resume import resume
from snodo.cli.run import run
from snodo.cli.schema import schema
from snodo.cli.streams import Program
from snodo.cli.sweep import sweep
from snodo.cli.verify import verify
from snodo.cli.view import view
from snodo.cli.warm import warm


@click.group(
    cls=Program,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110},
    epilog="Example:  snodo new my_four_bar.yaml  and then  snodo run my_four_bar.yaml",
)
@click.version_option(__version__, prog_name="snodo")
def main() -> None:
    """Multibody dynamics of mechanisms described in YAML files."""
    tolerate_any_letters()


for _command in (
    run,
    resume,
    sweep,
    view,
    check,
    doctor,
    compare,
    explain,
    report,
    verify,
    new,
    examples,
    schema,
    completion,
    warm,
):
    main.add_command(_command)

"""The documentation site: `make docs` builds it into `out/docs`, without network and without warnings."""

from __future__ import annotations

import sys
from pathlib import Path

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE / "_ext"))

import snodo  # noqa: E402

project = "Snodo"
author = "The Snodo developers"
copyright = author
version = release = snodo.__version__

extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx.ext.autosummary",
    "sphinx.ext.napoleon",
    "sphinx_copybutton",
    "sphinx_design",
    "mathml",
    "pages",
    "run_block",
    "gallery",
    "offline",
]

# ---------------------------------------------------------------- sources
exclude_patterns = ["_build", "_ext", "_templates", "gallery/_grid.md", "**/.ipynb_checkpoints"]
templates_path = ["_templates"]
default_role = "code"

myst_enable_extensions = ["colon_fence", "deflist", "dollarmath", "fieldlist", "attrs_inline"]
myst_heading_anchors = 4
myst_dmath_double_inline = True
myst_links_external_new_tab = False

# ---------------------------------------------------------------- Python reference
autosummary_generate = True
autosummary_imported_members = False
autodoc_typehints = "none"  # the docstrings say the types, with units
autodoc_member_order = "bysource"
autodoc_class_signature = "mixed"
autodoc_preserve_defaults = True
napoleon_google_docstring = False
napoleon_use_rtype = False
napoleon_use_ivar = True
napoleon_preprocess_types = False
python_use_unqualified_type_names = True
python_maximum_signature_line_length = 90
add_module_names = False

# ---------------------------------------------------------------- pages
html_theme = "furo"
html_title = f"Snodo {version}"
html_static_path = ["_static"]
html_css_files = ["snodo.css"]
html_favicon = "_static/snodo.svg"
html_logo = "_static/snodo.svg"
html_math_renderer = "mathml"
html_copy_source = False
html_show_sourcelink = False
html_show_sphinx = False
html_last_updated_fmt = None
html_theme_options = {
    "light_css_variables": {
        "color-brand-primary": "#0072B2",
        "color-brand-content": "#0072B2",
        "color-brand-visited": "#0072B2",
    },
    "dark_css_variables": {
        "color-brand-primary": "#5AB4E6",
        "color-brand-content": "#5AB4E6",
        "color-brand-visited": "#5AB4E6",
        "color-background-primary": "#15181D",
        "color-background-secondary": "#1B1F26",
    },
}
pygments_style = "friendly"
pygments_dark_style = "native"
copybutton_prompt_text = r">>> |\.\.\. |\$ "
copybutton_prompt_is_regexp = True
copybutton_only_copy_prompt_lines = False

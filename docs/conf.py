"""Sphinx: the pages are Markdown, the reference comes from docstrings."""

from fivecard import __version__

project = "fivecard"
copyright = "2026, the fivecard maintainers"  # noqa: A001
release = __version__

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]  # napoleon reads the sections "Args:"
napoleon_numpy_docstring = False
myst_heading_anchors = 3  # so that pages can point at each other's headings
exclude_patterns = ["_build"]
html_theme = "furo"
html_logo = html_favicon = "_static/logo.svg"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_title = f"fivecard {release}"
autodoc_member_order = "bysource"
autodoc_preserve_defaults = True  # signatures show what the source says, not what it comes to
autodoc_typehints_format = "short"

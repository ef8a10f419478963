"""The equations of a planar mechanism explained, as text and as a page."""

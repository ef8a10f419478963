"""The equations of a mechanism explained, as text and as a page; each formulation has a room of its own."""

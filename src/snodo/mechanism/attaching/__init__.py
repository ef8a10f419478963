"""Parts used again: a mechanism copied into another with a prefix, placed, turned and mirrored."""

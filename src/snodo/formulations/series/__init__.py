"""Series along a motion: poses, joint coordinates, efforts, reactions, as arrays over time."""

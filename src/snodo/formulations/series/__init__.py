"""What a motion says: poses, joint coordinates, efforts, reactions, with arrays along time."""

"""What you see: plots, drawings, animations, the explained equations."""

"""Views: plots, drawings, animations, the explained equations."""

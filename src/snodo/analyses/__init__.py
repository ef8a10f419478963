"""What you ask of a mechanism: assembly, mobility, kinematics."""

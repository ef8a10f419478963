"""The equations of motion of one state as labelled matrices: augmented, embedded, along free motions."""

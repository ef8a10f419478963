"""Shell completion: what the commands take, and the scripts of bash, zsh and fish that are written from it.

The scripts hold all words themselves: no Python runs when a key is pressed.
"""

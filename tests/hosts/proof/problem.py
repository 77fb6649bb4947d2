"""What ends a command with a message instead of a traceback."""


class Problem(Exception):
    """Something outside this program is not as it has to be; the text says what, and what to do."""


class NoListing(Exception):
    """The host ran, but nothing it sent or printed holds a listing."""

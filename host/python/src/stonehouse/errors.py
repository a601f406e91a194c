"""What can go wrong, each with a sentence for people."""


class StonehouseError(Exception):
    """Anything that this package raises."""


class ProgramNotFound(StonehouseError):
    """The program Stonehouse is not where it was looked for."""


class ProgramFailed(StonehouseError):
    """A command ended with an error: a variant that is not there, an option that is not possible, a failing house rule."""


class Refused(StonehouseError):
    """A choice is not possible. Nothing has changed: choose again."""


class MatchFailed(StonehouseError):
    """The match cannot go on: a house rule or a bot failed, or the record cannot be written. Begin another."""

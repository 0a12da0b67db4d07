"""Which operations of a document become tools."""

from dataclasses import dataclass
from fnmatch import fnmatchcase

from gonogo.openapi.operation import Operation


@dataclass(frozen=True, kw_only=True)
class Selection:
    """A filter; what is left empty lets everything pass.

    Attributes:
        tags: an operation has one of these.
        methods: its method is one of these, in either case.
        paths: its path matches one of these; `*` and `?` as in a shell.
        read_only: its method changes nothing.
    """

    tags: tuple[str, ...] = ()
    methods: tuple[str, ...] = ()
    paths: tuple[str, ...] = ()
    read_only: bool = False

    def __call__(self, operation: Operation) -> bool:
        """Whether an operation passes."""
        return (
            (not self.tags or any(tag in operation.tags for tag in self.tags))
            and (not self.methods or operation.method in {method.lower() for method in self.methods})
            and (not self.paths or any(fnmatchcase(operation.path, path) for path in self.paths))
            and (not self.read_only or operation.is_read_only)
        )

"""Python objects named on the command line: `module:name`."""

import importlib
import sys
import traceback
from pathlib import Path
from types import ModuleType

from gonogo.cli.usage import WrongUsage
from gonogo.host.host import Host


def host_named(name: str) -> Host:
    """Return the host that `module:name` stands for; modules of the current folder come first.

    Raises:
        WrongUsage: there is no such module or name, the module does not load, or it is no host.
    """
    module_name, _, attribute = name.partition(":")
    if not module_name or not attribute:
        raise WrongUsage(f"{name}: write --app module:name")
    module = module_named(module_name)
    host = getattr(module, attribute, None)
    if not isinstance(host, Host):
        raise WrongUsage(f"{name}: {attribute} is no gonogo Host")
    return host


def module_named(name: str) -> ModuleType:
    """Return a module; those of the current folder come first.

    Raises:
        WrongUsage: there is no such module, or it does not load.
    """
    sys.path.insert(0, str(Path.cwd()))
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as error:
        raise WrongUsage(f"{name}: {error}") from error
    except Exception as error:
        traceback.print_exc()  # the module is the user's, and this is what mends it
        raise WrongUsage(f"{name}: the module does not load: {type(error).__name__}: {error}") from error

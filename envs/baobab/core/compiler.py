"""How kernels become machine code, in a third of numba's own time.

numba compiles every function for itself, with all that it calls inlined and optimised anew, and with a wrapper for
Python. Here a kernel that is called by kernels is a *part*: typed and translated once, neither optimised nor made into
machine code. What is called from Python is a *whole*: it takes in all parts that it reaches, and is optimised once. A
game's rules stand *apart*: each is optimised once and reached by a call, so that not every loop holds a copy of it.

What a process finds in the cache it need not compile (`core/cache.py`).
"""

import gc
import hashlib
import pickle
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache, cached_property, partial
from pathlib import Path
from typing import Any
from weakref import WeakValueDictionary

import llvmlite
import llvmlite.binding as llvm
import numba
import numpy as np
from numba.core import codegen, compiler, config, errors, sigutils, types
from numba.core.compiler_lock import global_compiler_lock
from numba.core.environment import lookup_environment
from numba.core.registry import CPUDispatcher
from numba.core.runtime.nrt import rtsys
from numba.core.serialize import dumps

from baobab.core import cache as disk
from baobab.core.announce import compiling
from baobab.core.digest import digest, reach

OPTIONS = {
    "nopython": True,
    "nogil": True,
    "error_model": "numpy",
    "no_cfunc_wrapper": True,
    "boundscheck": None,  # as the environment says
}
SETTINGS = ("OPT", "BOUNDSCHECK", "LOOP_VECTORIZE", "SLP_VECTORIZE", "DEBUGINFO_DEFAULT", "LLVM_REFPRUNE_PASS")
"""Settings of numba that change the code that it makes."""
UNUSED_PASSES = {"with_lifting", "literal_unroll", "find_literally", "inline_overloads", "dump_parfor_diagnostics"}
"""Passes of numba for what kernels do not do: each walks over all of a function."""

_ENVIRONMENT = "_ZN08NumbaEnv"
_UNRESOLVED = codegen.RuntimeLinker.PREFIX


# --- Libraries of code --------------------------------------------------------------------------------------


class _Library(codegen.JITCodeLibrary):  # type: ignore[misc]  # numba has no types
    """Code of one kernel, and the libraries of the kernels that it calls."""

    def __init__(self, generator: Any, name: str, made: "_Compiled", args: tuple[Any, ...]) -> None:
        super().__init__(generator, name)
        self.made = made
        self.args = args
        self.called: list[_Library] = []
        self.enable_object_caching()

    def add_linking_library(self, library: Any) -> None:
        if library is self or (library is rtsys.library and isinstance(self, _Part)):
            return
        if isinstance(library, _Library):
            library._ensure_finalized()
            if library not in self.called:
                self.called.append(library)
        else:
            super().add_linking_library(library)

    def add_llvm_module(self, module: Any) -> None:
        if any(variable.name.startswith(_UNRESOLVED) for variable in module.global_variables):
            raise errors.UnsupportedError(f"{self.name} and what it calls call each other in circles: kernels may not")
        module.data_layout = self._codegen._data_layout
        for function in module.functions:  # costs little here, and without it what is taken in is optimised less well
            if not function.is_declaration:
                passes, builder = self._codegen._function_pass_manager()
                passes.run(function, builder)
        self._final_module.link_in(module)

    def needed(self) -> Iterator["_Library"]:
        """The libraries of all kernels that are reached through parts: parts, and what stands apart."""
        waiting, seen = list(self.called), set()
        while waiting:
            library = waiting.pop()
            if library not in seen:
                seen.add(library)
                yield library
                waiting += library.called if isinstance(library, _Part) else []

    def _link_parts(self, module: Any) -> None:
        for library in self.needed():
            if isinstance(library, _Part):
                module.link_in(library.own_module(), preserve=True)

    def _link_others(self) -> None:
        for library in dict.fromkeys(self._linking_libraries):
            self._final_module.link_in(library._get_module_for_linking(), preserve=True)


class _Part(_Library):
    """A kernel's own code, not optimised."""

    def finalize(self) -> None:
        self._link_others()
        self._finalize_dynamic_globals()
        self._finalized = True

    def own_module(self) -> Any:
        """The code without that of the kernels that are called."""
        return super()._get_module_for_linking()

    def _get_module_for_linking(self) -> Any:
        """All the code, for functions that numba compiles by itself."""
        module = self.own_module().clone()
        self._link_parts(module)
        return module

    def fill(self, code: bytes) -> None:
        """Take the code from the cache."""
        self._shared_module = self._final_module = llvm.parse_bitcode(code)
        self._finalized = True

    def content(self) -> bytes:
        """The code for the cache."""
        code: bytes = self.own_module().as_bitcode()
        return code


class _Whole(_Library):
    """A kernel with all its parts, as machine code. Kernels that stand apart are called by their names."""

    def finalize(self) -> None:
        self._codegen._check_llvm_bugs()
        own = {function.name for function in self._final_module.functions if not function.is_declaration}
        self._link_others()
        self._link_parts(self._final_module)
        for function in self._final_module.functions:
            if not function.is_declaration and function.name not in own:
                function.linkage = llvm.Linkage.internal
        self._optimize_final_module()
        self._final_module.verify()
        self._finalize_final_module()

    def _get_module_for_linking(self) -> Any:
        """Nothing: who calls it finds it by its name."""
        return llvm.parse_assembly(str(self._codegen._create_empty_module(self.name)))

    def environments(self) -> list[Any]:
        """What numba keeps beside the code of the kernels that are in here."""
        names = [variable.name for variable in self._final_module.global_variables]
        found = [lookup_environment(name) for name in names if name.startswith(_ENVIRONMENT)]
        return [one for one in found if one is not None]

    def _finalize_specific(self) -> None:
        super()._finalize_specific()
        for one in self.environments():
            self._codegen.set_env(one.env_name, one)

    def fill(self, code: bytes) -> None:
        """Take the machine code from the cache."""
        names, machine_code = pickle.loads(code)
        self._set_compiled_object(machine_code)
        self._finalize_final_module()
        self._codegen._engine._defined_symbols |= names

    def content(self) -> bytes:
        """The machine code for the cache."""
        names = {function.name for function in self._final_module.functions if not function.is_declaration}
        names |= {variable.name for variable in self._final_module.global_variables if not variable.is_declaration}
        code: bytes = dumps((names, self._get_compiled_object()))
        return code


# --- Kernels ------------------------------------------------------------------------------------------------


class _Compiled(CPUDispatcher):  # type: ignore[misc]  # numba has no types
    """A function that is compiled for the types of its arguments, or found in the cache."""

    def __init__(self, function: Callable[..., Any], game: str, **options: Any) -> None:
        super().__init__(
            py_func=function, targetoptions={**OPTIONS, **options}, pipeline_class=partial(_Pipeline, self)
        )
        self.game = game

    @property
    def library_type(self) -> type[_Library]:
        """What the code becomes."""
        return _Whole

    @cached_property
    def digest(self) -> str:
        """What the function is made of."""
        return digest(self.py_func)

    def file(self, args: tuple[Any, ...]) -> str:
        """The name of its build for arguments of these types."""
        made_of = (type(self).__name__, self.library_type.__name__, self.digest, *map(str, args))
        hashed = hashlib.sha256(repr((made_of, self.targetctx.codegen().magic_tuple(), _settings())).encode())
        name = f"{self.py_func.__module__.rpartition('.')[2]}.{self.py_func.__qualname__}"
        return f"{name.replace('<', '').replace('>', '')}-{hashed.hexdigest()[:24]}"

    def new_library(self, args: tuple[Any, ...]) -> _Library:
        """Room for its code."""
        return self.library_type(self.targetctx.codegen(), self.py_func.__qualname__, self, args)

    def compile(self, sig: Any) -> Any:
        """Make the function ready for arguments of these types."""
        with global_compiler_lock:
            args, returned = sigutils.normalize_signature(sig)
            if args not in self.overloads:
                with self._compiling_counter:
                    result = self._load(args)
                    if result is None:
                        self._cache_misses[sig] += 1
                        with compiling(self.game), _no_collections():
                            result = self._finish(self._compiler.compile(args, returned))
                        self._save(args, result)
                    else:
                        self._cache_hits[sig] += 1
                    self.add_overload(result)
            return self.overloads[args].entry_point

    def _finish(self, result: Any) -> Any:
        return result

    def _load(self, args: tuple[Any, ...]) -> Any:
        name = self.file(args)
        content = disk.read(self.game, name)
        if content is None:
            return None
        self.targetctx.refresh()
        try:
            about, environments, needs, code = pickle.loads(content)
            library = self.new_library(args)
            library.called = [self._reachable(of).library(types) for of, types in needs]
            library.fill(code)
            for one in environments if isinstance(library, _Whole) else ():
                library.codegen.set_env(one.env_name, one)
            result = compiler.compile_result(
                typing_context=self.typingctx,
                target_context=self.targetctx,
                library=library,
                lifted=(),
                objectmode=False,
                metadata={"environments": environments},  # kept alive
                **about,
            )
            return self._enter(result)
        except (*disk.BROKEN, RuntimeError) as error:
            disk.drop(self.game, name, error)
            return None

    def _enter(self, result: Any) -> Any:
        """A result from the cache, callable."""
        entry = self.targetctx.get_executable(result.library, result.fndesc, result.environment)
        return result._replace(entry_point=entry)

    def _save(self, args: tuple[Any, ...], result: Any) -> None:
        library = result.library
        library._ensure_finalized()
        if library.has_dynamic_globals or result.lifted:
            return
        result.fndesc.typemap = result.fndesc.calltypes = None
        about = {"fndesc": result.fndesc, "environment": result.environment, "signature": result.signature}
        whole = isinstance(library, _Whole)
        needs = [one for one in library.needed() if isinstance(one, _Whole)] if whole else library.called
        environments = library.environments() if whole else []
        content = (about, environments, [(one.made.digest, one.args) for one in needs], library.content())
        disk.write(self.game, self.file(args), dumps(content))

    def _reachable(self, wanted: str) -> "_PartKernel":
        for function in reach(self.py_func):
            kernel = _kernels.get(id(function))
            if kernel is not None and kernel.part.digest == wanted:
                return kernel.part
        raise KeyError(f"no kernel {wanted} is called by {self.py_func.__qualname__}")


class _PartKernel(_Compiled):
    """A function as kernels call it."""

    def __init__(self, function: Callable[..., Any], game: str, **options: Any) -> None:
        super().__init__(function, game, no_cpython_wrapper=True, **options)
        self.apart = False

    @property
    def library_type(self) -> type[_Library]:
        """What the code becomes."""
        return _Whole if self.apart else _Part

    def library(self, args: tuple[Any, ...]) -> _Library:
        """Its code for arguments of these types."""
        self.compile(args)
        library: _Library = self.overloads[args].library
        return library

    def add_overload(self, result: Any) -> None:
        """Know a result by the types of its arguments; Python does not call it."""
        self.overloads[tuple(result.signature.args)] = result

    def _finish(self, result: Any) -> Any:
        result.library._ensure_finalized()
        return self._enter(result)

    def _enter(self, result: Any) -> Any:
        key = object()
        self.targetctx.insert_user_function(key, result.fndesc, [result.library])
        return result._replace(entry_point=key)


class Kernel(_Compiled):
    """A function as Python calls it; when kernels call it they mean its part."""

    def __init__(self, function: Callable[..., Any], game: str, **options: Any) -> None:
        super().__init__(function, game, **options)
        self.part = _PartKernel(function, game, **options)
        _kernels[id(function)] = self

    @property
    def apart(self) -> bool:
        """Whether kernels call it by its name, instead of taking it in: for what is large and called by many."""
        return self.part.apart

    def set_apart(self) -> None:
        """Let it be compiled once for all that call it; to be said before any of them is compiled."""
        self.part.apart = True

    def __reduce__(self) -> str:
        return str(self.__qualname__)  # found by its name, as other functions

    @property
    def is_compiling(self) -> Any:
        """Whether it is being compiled (numba asks where functions call each other in circles)."""
        return self._compiling_counter or self.part.is_compiling

    def get_call_template(self, args: Any, kws: Any) -> Any:
        """What a call from a kernel means; integers of any width count as 64 bits, so that one build serves all."""
        return self.part.get_call_template(
            tuple(map(_widened, args)), {name: _widened(kind) for name, kind in kws.items()}
        )

    def get_overload(self, sig: Any) -> Any:
        """What `get_call_template` made."""
        return self.part.get_overload(sig)


_kernels: WeakValueDictionary[int, Kernel] = WeakValueDictionary()


class _Pipeline(compiler.CompilerBase):  # type: ignore[misc]  # numba has no types
    """numba's way from bytecode to code, with libraries of ours, and names that every process gives alike."""

    def __init__(self, made: _Compiled, typing: Any, target: Any, library: Any, args: Any, *rest: Any) -> None:
        returned, flags, variables = rest
        flags.no_compile = isinstance(made, _PartKernel)
        super().__init__(typing, target, made.new_library(args), args, returned, flags, variables)
        self.unique_id = made.file(args).rpartition("-")[2]

    def define_pipelines(self) -> list[Any]:
        """The passes that kernels need."""
        self.state.func_id.unique_id = self.unique_id
        manager = compiler.DefaultPassBuilder.define_nopython_pipeline(self.state)
        manager.passes = [(one, text) for one, text in manager.passes if one.name() not in UNUSED_PASSES]
        return [manager]


def _widened(kind: Any) -> Any:
    plain = kind if not isinstance(kind, types.Literal) else kind.literal_type
    return types.int64 if isinstance(plain, types.Integer) else plain


@contextmanager
def _no_collections() -> Iterator[None]:
    """Let the garbage lie while there is compiling: a twentieth of the time goes into looking through it."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


@cache
def _settings() -> tuple[Any, ...]:
    """What all kernels are compiled by, beside their own code."""
    versions = (numba.__version__, llvmlite.__version__, np.__version__, sys.version)
    chosen = [getattr(config, name, None) for name in SETTINGS]
    return (*versions, *map(str, chosen), hashlib.sha256(Path(__file__).read_bytes()).hexdigest())

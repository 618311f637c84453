# Written by hand: other names for what the stub of `typing` declares.

from typing import (
    AbstractSet as Set, AsyncGenerator, AsyncIterable, AsyncIterator, Awaitable, Collection, Container, Coroutine,
    Generator, Hashable, ItemsView, Iterable, Iterator, KeysView, Mapping, MappingView, MutableMapping, MutableSequence,
    MutableSet, Reversible, Sequence, Sized, ValuesView,
)
from _outside import *

class ByteString(Sequence[int]): ...
class Buffer(_Outside): ...
class Callable(_Outside): ...

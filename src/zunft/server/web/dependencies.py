"""The parts of the server that handlers take as arguments; `make_app` provides them by name."""

from __future__ import annotations

from litestar.di import NamedDependency

from zunft.server.notices.sender import Sender
from zunft.server.store.database import Database
from zunft.server.tables.hints import Hints
from zunft.server.tables.reviews import Reviews
from zunft.server.tables.service import TableService
from zunft.server.tables.upkeep import Upkeep
from zunft.server.web.visitors import Visitor

DatabaseDep = NamedDependency[Database]
HintsDep = NamedDependency[Hints]
ReviewsDep = NamedDependency[Reviews]
SenderDep = NamedDependency[Sender]
TablesDep = NamedDependency[TableService]
UpkeepDep = NamedDependency[Upkeep]
VisitorDep = NamedDependency[Visitor]

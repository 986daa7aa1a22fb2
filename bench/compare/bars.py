"""What is measured, against whom, and the bars: data only."""

from dataclasses import dataclass

OURS, MEMORY, MODELLED = "partita", "partita-memory", "partita-model"
NGINX, DYNOXIDE, DYNALITE, ROCKSDB = "nginx", "dynoxide", "dynalite", "rocksdb"
DATABASES = (OURS, MEMORY, MODELLED, DYNOXIDE, DYNALITE)
ALL = DATABASES + (NGINX, ROCKSDB)


@dataclass(frozen=True)
class Workload:
    """What every server does in its turn of a round."""
    name: str            # As --only names it.
    command: str         # Of partita_load.
    connections: int
    text: str
    servers: tuple = DATABASES


LOAD = Workload("load", "load", 8, "bulk load by BatchWriteItem of 25, 8 connections")
WORKLOADS = (
    Workload("get", "get", 32, "GetItem, 32 connections", DATABASES + (NGINX,)),
    Workload("get-1", "get", 1, "GetItem, 1 connection", DATABASES + (NGINX,)),
    Workload("query", "query", 32, "Query of 50 on an index, 32 connections"),
    Workload("query-1", "query", 1, "Query of 50 on an index, 1 connection"),
    Workload("scan", "scan", 1, "Scan in pages of 500, 1 connection"),
    Workload("put", "put", 32, "PutItem, 32 connections", DATABASES + (ROCKSDB,)),
    Workload("update", "update", 32, "UpdateItem with a condition, 32 connections"),
    Workload("batchget", "batchget", 8, "BatchGetItem of 100, 8 connections"),
    Workload("transact", "transact", 32, "TransactWriteItems of 3, 32 connections"),
)


@dataclass(frozen=True)
class Bar:
    """A ratio of two figures of one round, and the bound it must keep."""
    workload: str
    figure: str          # A key of the generator's report.
    other: str           # The server that ours is divided by.
    bound: float
    is_ceiling: bool = False

    def holds(self, ratio):
        return ratio <= self.bound if self.is_ceiling else ratio >= self.bound

    def text(self):
        return f"{'at most' if self.is_ceiling else 'at least'} {self.bound:g}"


RATE, ITEMS, MEDIAN = "operations_per_second", "items_per_second", "p50_us"
BARS = (
    Bar("get", RATE, NGINX, 0.5),
    Bar("get", RATE, DYNOXIDE, 8),
    Bar("get-1", MEDIAN, NGINX, 1.5, is_ceiling=True),
    Bar("query", RATE, DYNOXIDE, 8),
    Bar("query-1", RATE, DYNOXIDE, 8),
    Bar("scan", RATE, DYNOXIDE, 10),
    Bar("put", RATE, ROCKSDB, 0.7),
    Bar("put", RATE, DYNALITE, 3),
    Bar("load", ITEMS, DYNOXIDE, 10),
    Bar("put", RATE, MODELLED, 1.5, is_ceiling=True),
    Bar("get", RATE, MODELLED, 1.1, is_ceiling=True),
    Bar("query", RATE, MODELLED, 1.1, is_ceiling=True),
)

# What one server of ours must keep by itself.
GROWTH_MAX = 1.3
GROWTH_SIZES = (10_000, 1_000_000)
GROWTH_WORKLOADS = ("get", "query")
FIRST_ANSWER_SECONDS_MAX = 0.030
IDLE_BYTES_MAX = 25 << 20
LOADED_SHARE_OF_RAM_MAX = 0.25

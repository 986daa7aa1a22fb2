"""One server of ours over its life: how soon it answers, what it weighs, and whether it slows down
as its table grows."""

import os
import statistics
import time

import bars

_STARTS = 5
_SETTLE_SECONDS = 1.0


def weigh(start):
    """First answer on an empty directory, and memory when idle: medians of several starts."""
    seconds, resident = [], []
    for _ in range(_STARTS):
        with start() as server:
            seconds.append(server.first_answer_seconds)
            time.sleep(_SETTLE_SECONDS)
            resident.append(server.resident_bytes())
    return [
        _check("first answer after the start on an empty directory",
               statistics.median(seconds) * 1e3, bars.FIRST_ANSWER_SECONDS_MAX * 1e3, "ms"),
        _check("resident memory when idle",
               statistics.median(resident) / 2**20, bars.IDLE_BYTES_MAX / 2**20, "MB"),
    ]


def grow(start, generator, options):
    """The same workloads on a small and a large table, in turns."""
    small_size, large_size = bars.GROWTH_SIZES
    with start() as small, start() as large:
        for server, size in ((small, small_size), (large, large_size)):
            generator.create(server)
            generator.load(server, 0, size)
        resident = large.resident_bytes()
        checks = []
        for workload in bars.WORKLOADS:
            if workload.name not in bars.GROWTH_WORKLOADS:
                continue
            ratios = []
            for _ in range(options.rounds):
                quick = generator.run(small, workload, small_size, options.seconds)
                slow = generator.run(large, workload, large_size, options.seconds)
                ratios.append(quick[bars.RATE] / slow[bars.RATE])
            checks.append(_check(f"{workload.text}: {small_size:,} items against {large_size:,}",
                                 statistics.median(ratios), bars.GROWTH_MAX, "times"))
    memory = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGESIZE")
    checks.append(_check(f"resident memory after loading {large_size:,} items",
                         resident / 2**20, memory * bars.LOADED_SHARE_OF_RAM_MAX / 2**20, "MB"))
    return checks


def _check(question, value, bound, unit):
    return {"question": question, "value": value, "bound": bound, "unit": unit,
            "is_met": value <= bound}

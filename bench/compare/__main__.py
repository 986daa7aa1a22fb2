"""Partita beside nginx, Dynoxide, dynalite and plain RocksDB, in one run on this machine.

Starts each on a free port of the loopback, gives them the same signed load in turns, checks every
answer, and prints ratios with their bars. Fails if a bar is missed or an answer was wrong.

    python3 -B bench/compare                       the bars, some minutes
    python3 -B bench/compare --rounds 5 --seconds 3 --scale
    python3 -B bench/compare --only get,put --servers partita,nginx,rocksdb
"""

import argparse
import json
import os
import signal
import sys

import bars
import life
import tables
from generator import ACCESS_KEY, SECRET_KEY, Failed, Generator
from peers import Peers
from rounds import Comparison
from servers import DidNotStart, starters

_ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def main():
    # A stop by a signal is an exception like any other, so that no server is left behind.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    options = parse_arguments()
    options.machine = f"{os.cpu_count()} cores, load average {os.getloadavg()[0]:.1f} at the start"
    generator = Generator(options.build, options.threads)
    peers = Peers(os.path.join(_ROOT, "build", "peers"))
    starts = starters(os.path.join(options.build, "partita"), peers, generator.sample(),
                      (ACCESS_KEY, SECRET_KEY))
    results = Comparison(generator, starts, options).run()
    rows = tables.judge(results, options)
    checks = measure_life(starts[bars.OURS], generator, options, results)
    print_answer(options, results, rows, checks)
    is_good = not results.failures_of_ours() and all(row["is_met"] for row in rows + checks)
    return 0 if is_good else 1


def parse_arguments():
    workloads = [bars.LOAD.name] + [workload.name for workload in bars.WORKLOADS]
    parser = argparse.ArgumentParser(prog="bench/compare", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=1.5, help="of every turn")
    parser.add_argument("--items", type=int, default=100_000)
    parser.add_argument("--threads", type=int, default=1, help="of the generator")
    parser.add_argument("--only", type=names_of(workloads), default=workloads,
                        help=f"workloads: {','.join(workloads)}")
    parser.add_argument("--servers", type=names_of(bars.ALL), default=list(bars.ALL),
                        help=f"of {','.join(bars.ALL)}")
    parser.add_argument("--scale", action="store_true",
                        help="also 10,000 against 1,000,000 items, some minutes more")
    parser.add_argument("--build", type=os.path.abspath,
                        default=os.path.join(_ROOT, "build", "release"),
                        help="where partita, partita_load and plain_rocksdb are")
    parser.add_argument("--json", action="store_true", help="one JSON document, no tables")
    parser.add_argument("--quiet", action="store_true", help="no word of progress")
    options = parser.parse_args()
    if options.rounds < 1 or options.items < 1000 * options.rounds:
        parser.error("--items must be at least 1000 a round")
    return options


def names_of(known):
    def parse(text):
        names = text.split(",")
        if unknown := set(names) - set(known):
            raise argparse.ArgumentTypeError(f"{', '.join(unknown)}: not one of {', '.join(known)}")
        return names
    return parse


def measure_life(start, generator, options, results):
    """How our own server starts, rests and grows; nothing if it is not asked for or cannot."""
    if bars.OURS not in options.servers or bars.OURS in results.absent:
        return []
    try:
        checks = life.weigh(start)
        return checks + (life.grow(start, generator, options) if options.scale else [])
    except (Failed, DidNotStart, OSError) as reason:
        results.fail("life", bars.OURS, str(reason))
        return []


def print_answer(options, results, rows, checks):
    if options.json:
        failures = [{"workload": workload, "server": server, "reason": reason}
                    for (workload, server), reason in results.failures.items()]
        print(json.dumps({"machine": options.machine, "bars": rows, "life": checks,
                          "figures": results.as_json(), "failures": failures,
                          "absent": results.absent}, indent=1))
        return
    parts = [tables.bar_table(rows) if rows else "", tables.life_table(checks) if checks else "",
             tables.figure_table(results, options.only, options.servers),
             f"{options.machine}; {options.items:,} items, {options.rounds} rounds of "
             f"{options.seconds:g} s. On a busy machine only the ratios tell something."]
    print("\n\n".join(part for part in parts if part))
    for (workload, server), reason in results.failures.items():
        print(f"\n{server} failed at {workload}: {reason}")


if __name__ == "__main__":
    sys.exit(main())

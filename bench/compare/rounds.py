"""The rounds: every server takes its turn at every workload, so that all see the same machine."""

import contextlib
import sys

import bars
from generator import Failed
from peers import Missing
from servers import DidNotStart


class Results:
    """Figures by workload, server and round, and what went wrong."""

    def __init__(self):
        self._figures = {}
        self.failures = {}      # (workload, server) -> why.
        self.absent = {}        # Server -> why it is not here.

    def add(self, workload, server, figures):
        self._figures.setdefault((workload, server), []).append(figures)

    def fail(self, workload, server, reason):
        self.failures[workload, server] = reason
        print(f"compare: {server}: {workload}: {reason}", file=sys.stderr)

    def failures_of_ours(self):
        """A peer that lacks an operation is its own affair; that we lack one is not."""
        return [reason for (_, server), reason in self.failures.items()
                if server in (bars.OURS, bars.MEMORY)]

    def of(self, workload, server):
        """One report a round; none if a run failed."""
        if (workload, server) in self.failures:
            return []
        return self._figures.get((workload, server), [])

    def ratios(self, workload, figure, ours, other):
        """Of every round by itself: slow drift of the machine cancels out."""
        pairs = zip(self.of(workload, ours), self.of(workload, other))
        return [mine[figure] / theirs[figure] for mine, theirs in pairs]

    def as_json(self):
        return [{"workload": workload, "server": server, "rounds": rounds}
                for (workload, server), rounds in self._figures.items()]


class Comparison:
    def __init__(self, generator, starters, options):
        self._generator = generator
        self._starters = starters
        self._options = options
        self.results = Results()

    def run(self):
        with contextlib.ExitStack() as stack:
            servers = self._start(stack)
            ready = self._load({name: server for name, server in servers.items()
                                if name in bars.DATABASES})
            if bars.NGINX in servers:
                ready[bars.NGINX] = servers[bars.NGINX]
            for number in range(self._options.rounds):
                self._round(ready, number)
        return self.results

    def _start(self, stack):
        servers = {}
        for name in self._options.servers:
            if name not in self._starters:
                continue
            try:
                servers[name] = stack.enter_context(self._starters[name]())
            except (Missing, DidNotStart) as reason:
                self.results.absent[name] = str(reason)
                print(f"compare: without {name}: {reason}", file=sys.stderr)
        if bars.OURS in servers and not self._generator.verifies_signatures(servers[bars.OURS]):
            self.results.fail("signatures", bars.OURS, "a wrong signature is not refused")
        return servers

    def _load(self, servers):
        """Loads in as many slices as there are rounds, in turns, and returns who could."""
        ready = {}
        for name, server in servers.items():
            if self._attempt("load", name, lambda: self._generator.create(server)):
                ready[name] = server
        items, rounds = self._options.items, self._options.rounds
        for number in range(rounds):
            first, end = items * number // rounds, items * (number + 1) // rounds
            self._say(f"loading messages {first} to {end}")
            for name, server in list(ready.items()):
                if not self._measure("load", name,
                                     lambda: self._generator.load(server, first, end)):
                    del ready[name]
        return ready

    def _round(self, servers, number):
        for workload in bars.WORKLOADS:
            if workload.name not in self._options.only:
                continue
            self._say(f"round {number + 1} of {self._options.rounds}: {workload.text}")
            names = [name for name in workload.servers if name in self._options.servers]
            turn = number % max(len(names), 1)
            for name in names[turn:] + names[:turn]:
                if (workload.name, name) not in self.results.failures:
                    self._take_turn(workload, name, servers.get(name))

    def _take_turn(self, workload, name, server):
        items, seconds = self._options.items, self._options.seconds
        if name == bars.ROCKSDB:
            self._measure(workload.name, name, lambda: self._generator.plain_rocksdb(
                items, workload.connections, seconds))
        elif server is not None:
            self._measure(workload.name, name, lambda: self._generator.run(
                server, workload, items, seconds))

    def _measure(self, workload, name, run):
        return self._attempt(workload, name, lambda: self.results.add(workload, name, run()))

    def _attempt(self, workload, name, action):
        try:
            action()
            return True
        except (Failed, OSError) as reason:
            self.results.fail(workload, name, str(reason))
            return False

    def _say(self, text):
        if not self._options.quiet:
            print(f"compare: {text}", file=sys.stderr)

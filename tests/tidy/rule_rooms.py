"""Third-party names stay in their rooms, and what is not repeatable stays in base."""

import re

# What it is, how its names look, the folders that may know it.
ROOMS = (
    ("RocksDB", r"<rocksdb/|(?<![\w:])(?:::)?rocksdb::",
     ("src/engine/rocksdb/", "tests/unit/engine/rocksdb/", "tests/faults/", "bench/engine",
      "bench/load/plain_rocksdb")),
    ("libpq", r"<(?:postgresql/)?libpq|\bPG(?:conn|result)\b|\bPQ[a-z]\w*\s*\(",
     ("src/engine/postgres/", "tests/unit/engine/postgres/", "tests/support/postgres/",
      "bench/postgres")),
    ("a JSON library", r"<(?:simdjson|rapidjson|nlohmann|boost/json)\b|\b(?:simdjson|rapidjson)::",
     ("src/wire/", "tests/unit/wire/", "tests/conformance/", "tests/request_fuzz/")),
    ("Boost.Asio or HTTP", r"<(?:boost/(?:asio|beast)|llhttp)\b|\bboost::(?:asio|beast)\b",
     ("src/wire/", "tests/unit/wire/")),
    ("yaml-cpp", r"<yaml-cpp/|\bYAML::", ("src/model/", "tests/unit/model/")),
    ("ICU", r"<unicode/|\bicu::", ("src/base/", "src/model/words/")),
    ("Snowball", r"<libstemmer|\bsb_stemmer", ("src/model/words/",)),
    ("CLI11", r"<CLI/|\bCLI::", ("src/cli/", "tests/unit/cli/")),
    # They throw, or fail in silence, where what they write to is full or gone.
    ("printing", r"\bfmt::print\s*\(|\bstd::(?:cout|cerr|printf|puts)\b",
     ("src/cli/terminal", "tests/", "bench/", "fuzz/", "examples/")),
)

# A call, and what to use instead. Only base, where these are wrapped, may have them.
CALLS = (
    (r"\b(?:system|steady|high_resolution)_clock::now\b", "Take a partita::Clock and ask it"),
    (r"(?<![\w.>:])(?:::)?(?:clock_gettime|gettimeofday|time)\s*\(|\bstd::time\s*\(",
     "Take a partita::Clock and ask it"),
    (r"(?<![\w.>:])(?:std::|::)?s?rand\s*\(", "Take a partita::Random and ask it"),
    (r"\brandom_device\b", "Take a partita::Random and ask it"),
    (r"\bsleep_(?:for|until)\b|(?<![\w.>:])(?:::)?(?:u|nano)?sleep\s*\(",
     "Wait for the event itself: a condition variable, a latch, a ManualClock that is moved"),
)
_BASE = ("src/base/", "include/partita/base/")


def check(tree):
    for file in tree.cpp_files():
        yield from check_rooms(file)
        if not file.path.startswith(_BASE):
            yield from check_calls(file)


def check_rooms(file):
    for what, pattern, rooms in ROOMS:
        if file.path.startswith(rooms):
            continue
        if match := re.search(pattern, file.code):  # The first tells it all.
            yield file.finding_at(
                "rooms", match.start(), f"{what} is known here, by `{match.group().strip()}`",
                f"Only {rooms[0]} and its tests may know it: use the interface in front of it")


def check_calls(file):
    for pattern, instead in CALLS:
        for match in re.finditer(pattern, file.code):
            call = match.group().strip(" (")
            yield file.finding_at("banned-calls", match.start(),
                                  f"`{call}` cannot be repeated in a test", instead)

#include "history_checker.h"

#include <algorithm>
#include <set>
#include <utility>
#include <vector>

namespace partita::simulation {
namespace {

using Kind = RegisterCall::Kind;
using Done = std::uint64_t;  // A bit for each call.

// The register after the call, or nullopt if the answer would be wrong.
std::optional<std::int64_t> after(const RegisterCall& call, std::int64_t value) {
  switch (call.kind) {
    case Kind::Read:
      return call.value == value ? std::optional(value) : std::nullopt;
    case Kind::Write:
      return call.value;
    case Kind::CompareAndSet:
      if (call.succeeded != (call.expected == value)) return std::nullopt;
      return call.succeeded ? call.value : value;
  }
  return std::nullopt;
}

struct Search {
  std::span<const RegisterCall> calls;
  std::set<std::pair<Done, std::int64_t>> seen;

  bool is_done(Done done, std::size_t index) const { return ((done >> index) & 1) != 0; }

  // No call that has not been placed may have ended before this one began.
  bool may_come_next(Done done, std::size_t candidate) const {
    for (std::size_t other = 0; other < calls.size(); ++other) {
      if (!is_done(done, other) && calls[other].ended < calls[candidate].begun) return false;
    }
    return true;
  }

  void extend(std::vector<std::pair<Done, std::int64_t>>& open, Done done, std::int64_t value) {
    for (std::size_t i = 0; i < calls.size(); ++i) {
      if (is_done(done, i) || !may_come_next(done, i)) continue;
      const auto next = after(calls[i], value);
      if (!next) continue;
      const std::pair place{done | (Done{1} << i), *next};
      if (seen.insert(place).second) open.push_back(place);
    }
  }
};

}  // namespace

bool is_linearizable(std::span<const RegisterCall> calls) {
  const Done all = calls.size() == kHistoryCallsMax ? ~Done{0} : (Done{1} << calls.size()) - 1;
  Search search{.calls = calls, .seen = {}};
  std::vector<std::pair<Done, std::int64_t>> open{{0, -1}};
  while (!open.empty()) {
    const auto [done, value] = open.back();
    open.pop_back();
    if (done == all) return true;
    search.extend(open, done, value);
  }
  return false;
}

}  // namespace partita::simulation

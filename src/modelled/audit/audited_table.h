#pragma once

#include <cstdint>
#include <string>
#include <utility>

#include "engine/engine.h"
#include "modelled/audit/disagreements.h"
#include "store/catalog/table.h"

namespace partita::audit {

// What was read.
struct ReadWork {
  std::uint64_t items = 0;
  std::uint64_t rows = 0;
  std::uint64_t bytes = 0;  // Of keys and values.

  void add(ByteView key, ByteView value) {
    ++rows;
    bytes += key.size() + value.size();
  }
};

// A table at one moment, which all that is compared of it has in common.
struct AuditedTable {
  const catalog::Table& table;  // As it is at that moment.
  const engine::View& moment;
  Disagreements& disagreements;
  ReadWork& work;

  void report(Aspect aspect, std::string item, std::string what) const {
    disagreements.add(
        {.aspect = aspect, .table = table.name, .item = std::move(item), .what = std::move(what)});
  }
};

// How many rows of a kind the items ask for, and whether all of them were found as they should be.
struct Tally {
  std::uint64_t rows = 0;
  bool is_whole = true;
};

// How much is read in one step.
inline constexpr std::size_t kStepRowsMax = 1000;
inline constexpr std::size_t kStepBytesMax = std::size_t{2} << 20;

}  // namespace partita::audit

#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "engine/engine.h"
#include "engine/rocksdb/rocksdb_engine.h"
#include "partita/base/bytes.h"

// The load under which faults are injected, and what must hold after any of them. Each writer makes
// numbered steps; a step is one transaction over several keys, so that a half of one would show.
namespace partita::faults {

inline constexpr std::size_t kWriters = 16;

enum class StoreMode { Synced, Relaxed, Encrypted };
engine::RocksdbOptions options_of(const std::filesystem::path& directory, StoreMode mode);

using Steps = std::array<std::uint32_t, kWriters>;

// The step that brings `writer` from `step` - 1 to `step`.
Task<Status> make_step(engine::Engine& engine, std::size_t writer, std::uint32_t step);

// How far each writer has come.
Result<Steps> steps_made(const engine::Engine& engine);

// What a store that was told to have made `acknowledged` steps gets wrong: a lost step, a half one,
// one that nobody can have asked for, or content that is not what was written.
std::vector<std::string> violations(const engine::Engine& engine, const Steps& acknowledged);

// One word on the pipe from the worker to the test.
struct Report {
  enum class Kind : std::uint8_t {
    Acknowledged = 'A',  // The step was committed.
    Refused = 'R',       // The step was surely not applied.
    Unknown = 'U',
  };
  Kind kind;
  std::uint8_t writer;
  std::uint16_t unused = 0;
  std::uint32_t step;
};

}  // namespace partita::faults

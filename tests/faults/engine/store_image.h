#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string_view>
#include <vector>

#include "engine/engine.h"
#include "partita/base/bytes.h"
#include "partita/base/random.h"
#include "partita/base/result.h"

// Data directories as a crash or a slow rot leaves them.
namespace partita::faults {

using Content = std::map<Bytes, Bytes>;

// Writes `count` items with random values, and tells what was written.
Content fill(engine::Engine& engine, std::size_t count);

// A store with everything still in the log, copied while it was open, after its watermark had
// caught up: what a power cut leaves.
Content make_unclosed_store(const std::filesystem::path& directory, std::size_t count);
// A store closed in order: everything is in table files.
Content make_closed_store(const std::filesystem::path& directory, std::size_t count);

std::vector<std::filesystem::path> files_ending(const std::filesystem::path& directory,
                                                std::string_view ending);
// Turns one bit over somewhere in what has been written to the file: in a log, not in the zeroes
// behind it that wait for more.
void flip_written_bit(const std::filesystem::path& file, Random& random);
// Turns one bit over somewhere in those zeroes.
void flip_waiting_bit(const std::filesystem::path& file, Random& random);

}  // namespace partita::faults

#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "support/stream_replay.h"

namespace partita::faults {

// Follows the stream of a table through all faults, in the files that the program leaves behind:
// whatever the table holds, the stream must have told, record by record.
class StreamCheck {
 public:
  explicit StreamCheck(std::string table_name) : table_name_(std::move(table_name)) {}

  // REQUIRES: the program has ended.
  std::vector<std::string> violations(const std::filesystem::path& data);

 private:
  const std::string table_name_;
  testing::StreamReplay replay_;
};

}  // namespace partita::faults

#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "model/definition/read_model.h"
#include "modelled/registry/migration_state.h"
#include "partita/base/bytes.h"
#include "partita/base/clock.h"
#include "partita/base/result.h"

namespace partita::registry {

// A model as it is handed in.
struct ModelSource {
  std::string file_name;  // For messages.
  std::string text;
  model::ParamValues params;

  friend bool operator==(const ModelSource&, const ModelSource&) = default;
};

// What the database keeps of a model: all that is needed to have it again after a restart.
struct ModelRecord {
  std::string name;  // With its environment: environments.h.
  // With the values of all params that name tables, whether they were given or are defaults.
  ModelSource source;
  // Of all environments of the model it is the one that is meant where none is named.
  bool is_main = true;
  int version = 0;  // As the file says.
  // Counts how often a model of this name was stored: grows even if the file forgot to raise its
  // version, so it tells what was made from which text.
  std::uint64_t incarnation = 0;
  WallTime applied_at{};
  // The names of the tables that it rules, so that they are known even if the file is not
  // understood. Nothing in records of before they were kept.
  std::optional<std::vector<std::string>> tables = {};
  // By which rules::kDerivation the keys of the stored items were derived, as far as they can be;
  // 0: not known, or that is not finished.
  int derivation = 0;
  // The ids of tables whose rules are only observed although the file enforces them: they held
  // items that would have been refused when the model came.
  std::set<std::string, std::less<>> observed;
  // Of each migration that has begun.
  MigrationStates migrations = {};
};

// How many former versions of a model are kept.
inline constexpr std::uint64_t kHistoryMax = 20;

Bytes encode_record(const ModelRecord& record);
// ERRORS: Corrupt, with the model's name.
Result<ModelRecord> decode_record(std::string_view name, ByteView value);

// The keys of the newest records, and of all former ones of a model.
inline constexpr std::string_view kRecordPrefix = "model/";
Bytes record_key(std::string_view name);
Bytes history_prefix(std::string_view name);
Bytes history_key(std::string_view name, std::uint64_t incarnation);

}  // namespace partita::registry

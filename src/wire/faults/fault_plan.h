#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "partita/base/result.h"

namespace partita::faults {

// What a request meets instead of its usual answer.
enum class FaultKind : std::uint8_t {
  Throttle,             // Refused for want of throughput, as AWS does it.
  TransactionConflict,  // Another transaction is at work on the item.
  InternalError,        // 500.
  Unavailable,          // 503: surely not applied.
  PartialBatch,         // Some members of a batch are left for the next request.
  StaleRead,            // An eventually consistent read shows a state of some time ago.
  DropConnection,       // The connection ends without an answer.
  Delay,                // The usual answer, later.
};
inline constexpr std::size_t kFaultKinds = 8;

// "throttle", "transaction_conflict".
std::string_view name_of(FaultKind kind);

// Requests by which these names stand in rules beside the operations of DynamoDB: routes of models.
inline constexpr std::string_view kModelRead = "ModelRead";
inline constexpr std::string_view kModelWrite = "ModelWrite";

// Whether requests for the operation can meet such a fault at AWS.
bool can_meet(std::string_view operation, FaultKind kind);

// Which requests meet a fault, and how often.
struct FaultRule {
  FaultKind kind = FaultKind::Throttle;
  std::vector<std::string> operations;  // Empty: all that can meet the kind.
  std::vector<std::string> tables;      // Names, or beginnings with a * behind; empty: all.
  double rate = 1;                      // How many of them: from 0 to 1, by chance.
  std::uint64_t every = 1;              // Or each so manieth.
  std::optional<std::uint64_t> count_max;
  std::optional<std::chrono::milliseconds> duration;  // Since the rule was set.
  std::chrono::milliseconds delay{0};                 // Before the fault is told.
  std::chrono::milliseconds age{0};                   // Of StaleRead: how old at most.
  // The request is carried out all the same: only its answer is not what it should be.
  bool is_applied = false;
};

struct FaultPlan {
  std::uint64_t seed = 1;  // Of chance: the same rules befall the same requests.
  std::vector<FaultRule> rules;
};

inline constexpr std::size_t kFaultRulesMax = 100;
inline constexpr std::chrono::milliseconds kFaultDurationMax = std::chrono::days(365);
inline constexpr std::chrono::milliseconds kFaultDelayMax{60'000};
inline constexpr std::chrono::milliseconds kFaultAgeMax{60'000};

// Reads rules as YAML or JSON (docs/FAULTS.md). `operations` are the names that rules may use.
// ERRORS: InvalidArgument with the line and what would be right.
Result<FaultPlan> parse_faults(std::string_view text,
                               const std::vector<std::string_view>& operations);

}  // namespace partita::faults

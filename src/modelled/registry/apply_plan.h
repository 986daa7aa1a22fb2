#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "partita/api/create_table.h"
#include "partita/api/delete_table.h"
#include "partita/api/deregister_scalable_target.h"
#include "partita/api/put_scaling_policy.h"
#include "partita/api/register_scalable_target.h"
#include "partita/api/tag_resource.h"
#include "partita/api/untag_resource.h"
#include "partita/api/update_continuous_backups.h"
#include "partita/api/update_table.h"
#include "partita/api/update_time_to_live.h"

// The difference between a model and what the server has, as data: it can be shown, and carried
// out.
namespace partita::registry {

enum class Mark { Add, Change, Remove };

// A request of the API.
using Action = std::variant<api::CreateTableRequest, api::UpdateTableRequest,
                            api::UpdateTimeToLiveRequest, api::UpdateContinuousBackupsRequest,
                            api::TagResourceRequest, api::UntagResourceRequest,
                            api::DeleteTableRequest, api::RegisterScalableTargetRequest,
                            api::PutScalingPolicyRequest, api::DeregisterScalableTargetRequest>;

// One change of a table.
struct Step {
  Mark mark = Mark::Add;
  std::string table;   // As DynamoDB calls it.
  std::string what;    // "table", "index GSI1", "time to live"
  std::string detail;  // "partition [status], sort [createdAt], all attributes"
  Action action;
  // Takes something away that cannot be had back, or follows such a step: only done if removals
  // are allowed.
  bool removes = false;
};

// A rule that is new, gone or different.
struct RuleChange {
  Mark mark = Mark::Change;
  std::string subject;    // "Message", "Message.retry_count"
  std::string detail;     // "max 2000, was 500"
  bool tightens = false;  // What was allowed may be refused now.
};

// A rule that stored items break.
struct BrokenRule {
  std::string code;     // "M101"
  std::string subject;  // "Message.ttl"
  std::string rule;     // "max"
  std::uint64_t items = 0;
  std::string example;  // What a client would be told about the first of them.
};

// A key attribute that stored items have otherwise than the rules derive it now.
struct StaleKeys {
  std::string subject;        // "Artist.GSI1PK"
  bool is_table_key = false;  // Then the items stay where they are, and cannot be changed there.
  std::uint64_t items = 0;
  std::string stored;   // Of the first of them; empty: the item has no such attribute.
  std::string derived;  // The same.
};

// What the rules would say about the items of a table.
struct Impact {
  std::string table;
  std::uint64_t items = 0;      // That were looked at.
  std::uint64_t violating = 0;  // Of these.
  bool is_complete = true;      // All items of the table were looked at.
  std::vector<BrokenRule> rules;
  // Constraints that several items break with one value; each counts all but one of them. Such a
  // constraint is only observed until they are gone.
  std::vector<BrokenRule> duplicates;
  // Keys of indexes are derived anew when the model is applied and its rules are enforced.
  std::vector<StaleKeys> stale;
};

struct ApplyPlan {
  std::string model;
  std::string environment;  // Empty: the model has none.
  int version = 0;
  std::optional<int> former_version;  // Nullopt: the model is new.
  bool is_applied = false;            // The very same file and params are in force already.
  std::vector<Step> steps;
  std::vector<RuleChange> rule_changes;
  std::vector<Impact> impacts;
  // The tables whose rules would only be observed, because they hold items that break them.
  std::vector<std::string> observed;
  // The tables that the model has no more, which would be without rules.
  std::vector<std::string> unruled;
  // What the model declares and this program does not do yet, a line each.
  std::vector<std::string> unserved;
  // Why the model is only applied if that is forced: its version has not gone up. Or empty.
  std::string needs_force;
  // Why the model cannot be applied at all, a sentence each.
  std::vector<std::string> obstacles;

  bool is_empty() const {
    return is_applied && steps.empty() && rule_changes.empty() && obstacles.empty();
  }
};

}  // namespace partita::registry

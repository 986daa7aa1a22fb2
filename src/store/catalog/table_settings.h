#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "partita/api/encryption.h"
#include "partita/api/index_description.h"
#include "partita/api/key_schema.h"
#include "partita/api/stream_specification.h"
#include "partita/api/table_class.h"
#include "partita/api/tag.h"
#include "partita/api/throughput.h"
#include "partita/api/timestamp.h"
#include "store/keys/key_space.h"

// What a table and an index are told to be and only describe again: billing, throughput, streams,
// encryption, tags. Nothing here changes how items are stored. Where AWS describes a setting as a
// structure, that structure is the setting.
namespace partita::catalog {

inline constexpr std::int64_t kRecoveryDaysMax = 35;

struct IndexSettings {
  // The units are zero while the table is billed by request.
  api::ProvisionedThroughputDescription provisioned_throughput;
  std::optional<api::OnDemandThroughput> on_demand_throughput;
  std::optional<api::WarmThroughput> warm_throughput;
};

struct StreamSettings {
  bool is_enabled = false;
  api::StreamViewType view_type{};
  // Of the newest stream of the table, which stays known after it is disabled. Both are filled in
  // when the stream begins (streams/stream_life.h); no stream has the id 0.
  std::string label;
  keys::StreamId id{};
};

// Point-in-time recovery, from the first time that it was switched on.
struct RecoverySettings {
  // Grows each time that changes are kept again after a pause: what was kept before is apart.
  std::int64_t period = 0;
  // Each write keeps what the item was before. It may go on for a while after recovery was switched
  // off, for a restore that is under way.
  bool is_recording = false;
  // The first moment that can be restored; nullopt while recovery is off.
  std::optional<api::Timestamp> since;
  std::int64_t days = kRecoveryDaysMax;
};

// What a table is being made from.
struct RestoreSettings {
  std::string source_name;
  keys::TableId source{};
  std::int64_t period = 0;  // Of the source's RecoverySettings.
  api::Timestamp time{};    // The moment that is restored.
  std::string backup;       // The id of the backup (backups/backup_record.h); empty: from its past.
  // What the source has and the table will not have: "stream, TTL". Nullopt: nothing.
  std::optional<std::string> dropped = {};
};

struct TableSettings {
  // As they were given. The types of the key attributes of table and indexes follow from them.
  std::vector<api::AttributeDefinition> attribute_definitions;
  api::Timestamp creation_date_time{};
  // The UUID that tells this table from others that had or will have its name.
  std::string table_uuid;
  // While the table is Creating, Updating or Deleting: when that is to end.
  std::optional<api::Timestamp> state_ends;

  api::BillingMode billing_mode = api::BillingMode::Provisioned;
  // Set once the table is, or has been, billed by request.
  std::optional<api::Timestamp> last_update_to_pay_per_request;
  api::ProvisionedThroughputDescription provisioned_throughput;
  std::optional<api::OnDemandThroughput> on_demand_throughput;
  std::optional<api::WarmThroughput> warm_throughput;

  std::optional<api::TableClassSummary> table_class;
  bool is_deletion_protected = false;
  std::optional<api::SSEDescription> encryption;
  std::optional<StreamSettings> stream;
  // When TTL was last switched on or off.
  std::optional<api::Timestamp> ttl_changed;
  std::vector<api::Tag> tags;
  std::optional<RecoverySettings> recovery;
  // While the table is Creating because it is restored.
  std::optional<RestoreSettings> restore;
  // Once it is restored, until the model that rules it is applied again: that brings back what was
  // dropped.
  std::optional<bool> awaits_model;
};

}  // namespace partita::catalog

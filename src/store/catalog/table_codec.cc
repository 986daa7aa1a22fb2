#include "store/catalog/table_codec.h"

#include <array>
#include <type_traits>

#include "partita/value/item_codec.h"
#include "partita/value/item_view.h"
#include "store/catalog/key_schema_members.h"
#include "store/catalog/structure_codec.h"

namespace partita::catalog {

using api::optional;
using api::required;

// The words that are stored for our own enumerations. DO NOT CHANGE: stored.
constexpr std::array<std::string_view, 3> kProjectionWords = {"ALL", "KEYS_ONLY", "INCLUDE"};
constexpr std::array<std::string_view, 2> kIndexKindWords = {"LOCAL", "GLOBAL"};
constexpr std::array<std::string_view, 3> kIndexStateWords = {"CREATING", "ACTIVE", "DELETING"};
constexpr std::array<std::string_view, 4> kTableStateWords = {"CREATING", "ACTIVE", "UPDATING",
                                                              "DELETING"};
constexpr api::EnumWords wire_names(IndexProjection) { return kProjectionWords; }
constexpr api::EnumWords wire_names(IndexKind) { return kIndexKindWords; }
constexpr api::EnumWords wire_names(IndexState) { return kIndexStateWords; }
constexpr api::EnumWords wire_names(TableState) { return kTableStateWords; }

// The members of a descriptor. DO NOT CHANGE a name: stored. How each is written is in
// structure_codec.h.
constexpr auto members_of(std::type_identity<IndexSettings>) {
  using Self = IndexSettings;
  return std::tuple(required("ProvisionedThroughput", &Self::provisioned_throughput),
                    optional("OnDemandThroughput", &Self::on_demand_throughput),
                    optional("WarmThroughput", &Self::warm_throughput));
}

constexpr auto members_of(std::type_identity<Index>) {
  using Self = Index;
  return std::tuple(required("Id", &Self::id), required("Kind", &Self::kind),
                    required("Name", &Self::name), required("Key", &Self::key),
                    required("Projection", &Self::projection),
                    required("NonKeyAttributes", &Self::non_key_attributes),
                    required("State", &Self::state), required("Settings", &Self::settings));
}

constexpr auto members_of(std::type_identity<StreamSettings>) {
  using Self = StreamSettings;
  return std::tuple(required("Enabled", &Self::is_enabled), required("ViewType", &Self::view_type),
                    required("Label", &Self::label), required("Id", &Self::id));
}

constexpr auto members_of(std::type_identity<RecoverySettings>) {
  using Self = RecoverySettings;
  return std::tuple(required("Period", &Self::period), required("Recording", &Self::is_recording),
                    optional("Since", &Self::since), required("Days", &Self::days));
}

constexpr auto members_of(std::type_identity<RestoreSettings>) {
  using Self = RestoreSettings;
  return std::tuple(required("SourceName", &Self::source_name), required("Source", &Self::source),
                    required("Period", &Self::period), required("Time", &Self::time),
                    required("Backup", &Self::backup), optional("Dropped", &Self::dropped));
}

constexpr auto members_of(std::type_identity<TableSettings>) {
  using Self = TableSettings;
  return std::tuple(required("AttributeDefinitions", &Self::attribute_definitions),
                    required("CreationDateTime", &Self::creation_date_time),
                    required("Uuid", &Self::table_uuid), optional("StateEnds", &Self::state_ends),
                    required("BillingMode", &Self::billing_mode),
                    optional("LastUpdateToPayPerRequest", &Self::last_update_to_pay_per_request),
                    required("ProvisionedThroughput", &Self::provisioned_throughput),
                    optional("OnDemandThroughput", &Self::on_demand_throughput),
                    optional("WarmThroughput", &Self::warm_throughput),
                    optional("TableClass", &Self::table_class),
                    required("DeletionProtected", &Self::is_deletion_protected),
                    optional("Encryption", &Self::encryption), optional("Stream", &Self::stream),
                    optional("TtlChanged", &Self::ttl_changed), required("Tags", &Self::tags),
                    optional("Recovery", &Self::recovery), optional("Restore", &Self::restore),
                    optional("AwaitsModel", &Self::awaits_model));
}

constexpr auto members_of(std::type_identity<RulesReference>) {
  using Self = RulesReference;
  return std::tuple(required("Model", &Self::model), required("Incarnation", &Self::incarnation));
}

constexpr auto members_of(std::type_identity<Table>) {
  using Self = Table;
  return std::tuple(
      required("Id", &Self::id), required("Epoch", &Self::epoch), required("State", &Self::state),
      required("Key", &Self::key), required("Indexes", &Self::indexes),
      required("NextIndexId", &Self::next_index_id), optional("TtlAttribute", &Self::ttl_attribute),
      required("Settings", &Self::settings), optional("Rules", &Self::rules));
}

Bytes encode_table(const Table& table) { return encode(to_map(table)); }

Result<Table> decode_table(std::string_view name, ByteView descriptor) {
  const auto read = [&]() -> Result<Table> {
    Table table;
    const auto item = TRY(ItemView::parse(descriptor));
    const Map stored = item.to_item();
    TRY(read_map(stored, table));
    table.unknown_member = first_unknown(stored, to_map(table));
    table.name = name;
    table.finish();
    return table;
  };
  auto table = read();
  if (!table.ok())
    return std::move(table).error().within("descriptor of table " + std::string(name));
  return table;
}

}  // namespace partita::catalog

#include "wire/rest/shape.h"

#include <fmt/format.h>

#include <utility>

#include "model/exports/wording.h"
#include "wire/rest/shape_parts.h"

namespace partita::rest {
namespace {

using model::Model;

void write_index_shape(JsonText& json, const model::Index& index) {
  json.open_object();
  json.member("name", index.name);
  write_notes(json, index.notes);
  json.flag("local", index.is_local);
  json.strings("partition", index.partition);
  json.strings("sort", index.sort);
  json.close_object();
}

void write_table_shape(JsonText& json, const model::Table& table) {
  json.open_object();
  json.member("name", table.name);
  write_notes(json, table.notes);
  json.member("partition", table.partition_key);
  write_text(json, "sort", table.sort_key);
  write_text(json, "ttl", table.ttl_attribute);
  json.array("indexes");
  for (const model::Index& index : table.indexes) {
    if (index.notes.is_live) write_index_shape(json, index);
  }
  json.close_array();
  json.close_object();
}

void write_rollup_shape(JsonText& json, const RestModel& rest, const model::Rollup& rollup) {
  json.open_object();
  json.member("name", rollup.name);
  write_notes(json, rollup.notes);
  json.member("of", rollup.of->name);
  json.array("group_by");
  for (const model::GroupKey& key : rollup.group_by) {
    json.open_object();
    json.member("name", key.name);
    json.member("value", key.value.text());
    json.close_object();
  }
  json.close_array();
  json.array("measures");
  for (const model::Measure& measure : rollup.measures) {
    json.open_object();
    json.member("name", measure.name);
    json.member("kind", model::name_of(measure.kind));
    json.member("text", exports::measure_text(measure));
    json.close_object();
  }
  json.close_array();
  write_text(json, "time", rollup.time);
  json.array("windows");
  for (const auto window : rollup.windows) json.string(model::duration_text(window));
  json.close_array();
  json.member("by_name", fmt::format("/api/models/{}/rollups/{}", rest.name(), rollup.name));
  json.close_object();
}

template <typename Elements, typename Write>
void write_live_shapes(JsonText& json, std::string_view name, const Elements& elements,
                       Write write) {
  json.array(name);
  for (const auto& element : elements) {
    if (element.notes.is_live) write(element);
  }
  json.close_array();
}

void write_head(JsonText& json, const RestModel& rest) {
  const Model& model = rest.model();
  json.member("model", model.name);
  json.member("name", rest.name());
  write_notes(json, model.notes);
  json.member("version", model.version);
  write_text(json, "environment", model.environment);
  json.member("root", model.http_root);
}

}  // namespace

std::string shape_document(const RestModel& rest) {
  const Model& model = rest.model();
  JsonText json(JsonLayout::Compact);
  json.open_object();
  write_head(json, rest);
  write_live_shapes(json, "tables", model.tables,
                    [&](const auto& table) { write_table_shape(json, table); });
  write_live_shapes(json, "entities", model.entities,
                    [&](const auto& entity) { write_entity_shape(json, entity); });
  write_live_shapes(json, "patterns", model.patterns,
                    [&](const auto& pattern) { write_pattern_shape(json, rest, pattern); });
  write_live_shapes(json, "rollups", model.rollups,
                    [&](const auto& rollup) { write_rollup_shape(json, rest, rollup); });
  write_live_shapes(json, "pages", model.pages,
                    [&](const auto& page) { write_page_shape(json, page); });
  json.close_object();
  return std::move(json).take();
}

}  // namespace partita::rest

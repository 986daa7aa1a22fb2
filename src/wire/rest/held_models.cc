#include "wire/rest/held_models.h"

#include <algorithm>
#include <chrono>

#include "language/value/json_text.h"
#include "model/formula/timestamp.h"

namespace partita::rest {
namespace {

using model::Entity;
using model::Lease;
using registry::HeldModel;
using registry::OverdueItems;

template <typename Elements>
std::int64_t live_count(const Elements& elements) {
  return std::count_if(elements.begin(), elements.end(),
                       [](const auto& element) { return element.notes.is_live; });
}

void write_instant(JsonText& json, std::string_view name, model::Instant instant,
                   model::TimestampEncoding encoding = model::TimestampEncoding::Rfc3339Ms) {
  std::string text;
  model::append_timestamp(text, instant, encoding);
  json.member(name, text);
}

void write_null(JsonText& json, std::string_view name) {
  json.name(name);
  json.null();
}

void write_held(JsonText& json, const HeldModel& held, const catalog::Catalog& catalog) {
  const model::Model& model = *held.model;
  json.member("model", model.name);
  json.member("name", held.record.name);
  if (!model.environment.empty()) {
    json.member("environment", model.environment);
    json.name("main");
    json.boolean(held.record.is_main);
  }
  json.object("params");
  for (const auto& [name, value] : held.record.source.params) json.member(name, value);
  json.close_object();
  json.member("version", Number(held.record.version));
  json.member("incarnation", Number(static_cast<std::int64_t>(held.record.incarnation)));
  write_instant(json, "applied_at", std::chrono::floor<model::Duration>(held.record.applied_at),
                model::TimestampEncoding::Rfc3339);
  json.member("http_root", model.http_root);
  std::vector<std::string> tables;
  std::vector<std::string> missing;
  for (const model::Table& table : model.tables) {
    if (!table.notes.is_live) continue;
    tables.push_back(table.name);
    if (!catalog.find(table.name)) missing.push_back(table.name);
  }
  json.strings("tables", tables);
  json.strings("missing_tables", missing);
  json.member("entities", Number(live_count(model.entities)));
  json.member("patterns", Number(live_count(model.patterns)));
  json.strings("observed", {held.record.observed.begin(), held.record.observed.end()});
}

const OverdueItems* find_overdue(const std::vector<OverdueItems>& overdue, const Entity& entity,
                                 const Lease& lease) {
  const auto at = std::find_if(overdue.begin(), overdue.end(), [&](const OverdueItems& each) {
    return each.table == entity.table->name && each.entity == entity.name &&
           each.state == lease.state && each.timeout == lease.timeout;
  });
  return at == overdue.end() ? nullptr : &*at;
}

void write_lease(JsonText& json, const Entity& entity, const Lease& lease,
                 const OverdueItems* found) {
  json.open_object();
  json.member("table", entity.table->name);
  json.member("entity", entity.name);
  json.member("state", lease.state);
  json.member("timeout", model::duration_text(lease.timeout));
  json.member("then", lease.then == Lease::Then::Report ? "report" : "count");
  if (found == nullptr) {
    for (const std::string_view name : {"items", "oldest", "walked_at"}) write_null(json, name);
  } else {
    json.member("items", Number(static_cast<std::int64_t>(found->items)));
    if (found->oldest) {
      write_instant(json, "oldest", *found->oldest);
    } else {
      write_null(json, "oldest");
    }
    write_instant(json, "walked_at", found->walked_at);
  }
  json.close_object();
}

void write_leases(JsonText& json, const model::Model& model,
                  const std::vector<OverdueItems>& overdue) {
  json.array("overdue");
  for (const Entity& entity : model.entities) {
    const bool is_here = entity.notes.is_live && entity.lifecycle && entity.table != nullptr;
    if (!is_here) continue;
    for (const Lease& lease : entity.lifecycle->leases) {
      if (lease.then == Lease::Then::Move) continue;
      write_lease(json, entity, lease, find_overdue(overdue, entity, lease));
    }
  }
  json.close_array();
}

}  // namespace

std::string models_document(const std::vector<registry::HeldPointer>& held,
                            const catalog::Catalog& catalog) {
  JsonText json;
  json.open_object();
  json.array("models");
  for (const auto& each : held) {
    json.open_object();
    write_held(json, *each, catalog);
    json.close_object();
  }
  json.close_array();
  json.close_object();
  return std::move(json).take();
}

std::string difference_document(const std::vector<registry::ModelDifference>& differences) {
  JsonText json;
  json.open_object();
  json.array("differences");
  for (const auto& difference : differences) {
    json.open_object();
    json.member("left", difference.left);
    json.member("right", difference.right);
    json.array("places");
    for (const auto& place : difference.places) {
      json.open_object();
      json.member("path", place.path);
      if (place.left) json.member("left", *place.left);
      if (place.right) json.member("right", *place.right);
      json.close_object();
    }
    json.close_array();
    json.close_object();
  }
  json.close_array();
  json.close_object();
  return std::move(json).take();
}

std::string model_text_document(const HeldModel& held) {
  JsonText json(JsonLayout::Compact);
  json.open_object();
  json.member("file", held.record.source.file_name);
  json.member("text", held.record.source.text);
  json.object("params");
  for (const auto& [name, value] : held.record.source.params) json.member(name, value);
  json.close_object();
  json.close_object();
  return std::move(json).take();
}

std::string model_document(const HeldModel& held, const catalog::Catalog& catalog,
                           const std::vector<OverdueItems>& overdue) {
  JsonText json;
  json.open_object();
  write_held(json, held, catalog);
  write_leases(json, *held.model, overdue);
  json.close_object();
  return std::move(json).take();
}

}  // namespace partita::rest

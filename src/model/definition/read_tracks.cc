#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "model/definition/node_access.h"
#include "model/definition/sync.h"
#include "model/definition/sync_track.h"

namespace partita::model {
namespace {

struct TrackAttribute {
  std::string_view name;
  AttributeKind kind;
  bool is_needed;
};

constexpr TrackAttribute kTrackAttributes[] = {
    {kTrackStatus, AttributeKind::Enum, true},
    {kTrackChangedAt, AttributeKind::Timestamp, true},
    {kTrackWaiting, AttributeKind::Enum, false},
    {kTrackWaitingSince, AttributeKind::Timestamp, false},
    {kTrackSyncedAt, AttributeKind::Timestamp, false},
    {kTrackError, AttributeKind::String, false},
    {kTrackAttempts, AttributeKind::Int, false},
};

std::vector<std::string> variables_of(const Entity& entity) {
  std::vector<std::string> names;
  for (const DerivedKey& key : entity.row.keys) {
    for (const TemplatePart& part : key.key.parts()) {
      if (part.variable) names.push_back(part.variable->name);
    }
  }
  return names;
}

bool keeps_milliseconds(TimestampEncoding encoding) {
  return encoding == TimestampEncoding::Rfc3339Ms || encoding == TimestampEncoding::EpochMs;
}

void check_attribute(SectionContext& context, const Entity& rows, const TrackAttribute& wanted,
                     Place place) {
  const Attribute* attribute = rows.find_attribute(wanted.name);
  if (attribute == nullptr && !wanted.is_needed) return;
  if (attribute == nullptr || attribute->type->kind != wanted.kind) {
    context.refuse(kWrongForm, place,
                   fmt::format("{} has no attribute `{}` of type {}, which the rows of a sync have",
                               rows.name, wanted.name, name_of(wanted.kind)));
    return;
  }
  const bool is_too_coarse =
      wanted.name == kTrackChangedAt && !keeps_milliseconds(attribute->type->encoding);
  if (is_too_coarse) {
    context.refuse(kWrongForm, place,
                   fmt::format("`{}` of {} tells changes apart, so it is encoded as rfc3339ms or "
                               "epoch_ms",
                               wanted.name, rows.name));
  }
}

void check_values(SectionContext& context, const Entity& rows, std::string_view name, Place place) {
  const Attribute* attribute = rows.find_attribute(name);
  if (attribute == nullptr || attribute->type->kind != AttributeKind::Enum) return;
  const auto& values = attribute->type->values;
  for (const std::string_view value : {kTrackPending, kTrackFailed, kTrackSynced}) {
    const bool is_wanted = name == kTrackStatus || value != kTrackSynced;
    if (!is_wanted || std::ranges::find(values, value) != values.end()) continue;
    context.refuse(kWrongForm, place,
                   fmt::format("`{}` of {} lacks the value `{}`", name, rows.name, value));
  }
}

// So that each item has a row of its own, which can be found from the item.
void check_keys(SectionContext& context, const Entity& of, const Entity& rows, Place place) {
  const auto of_rows = variables_of(rows);
  for (const std::string& name : variables_of(of)) {
    if (std::ranges::find(of_rows, name) != of_rows.end()) continue;
    context.refuse(kWrongForm, place,
                   fmt::format("the key of {} lacks `{}`, so items of {} would share a row",
                               rows.name, name, of.name));
  }
  for (const std::string& name : of_rows) {
    if (of.find_attribute(name) != nullptr && rows.find_attribute(name) != nullptr) continue;
    context.refuse(kWrongForm, place,
                   fmt::format("the key of {} has `{}`, which must be an attribute of {} and of {}",
                               rows.name, name, of.name, rows.name));
  }
}

}  // namespace

const Entity* tracked_rows_of(const Model& model, const RawElement& sync) {
  const std::string name = text_at(sync.content, "track");
  return name.empty() ? nullptr : model.find_entity(name);
}

void check_track(SectionContext& context, const RawElement& sync) {
  const Node* track = sync.content.find("track");
  if (track == nullptr || !track->members.empty()) return;
  const Entity* rows = context.entity(track->text, track->place);
  const Entity* of = context.model.find_entity(text_at(sync.content, "of"));
  if (rows == nullptr || of == nullptr) return;
  if (!sync_of(context.model, sync).tells_states()) {
    context.refuse(kWrongForm, track->place, "`track` is of search engines (kind: bulk)");
  }
  if (rows == of || rows->table != of->table || rows->versioned || rows->edge) {
    context.refuse(kWrongForm, track->place,
                   fmt::format("`track` names another entity of the table of {}, without versions "
                               "and no edge",
                               of->name));
    return;
  }
  for (const TrackAttribute& wanted : kTrackAttributes) {
    check_attribute(context, *rows, wanted, track->place);
  }
  for (const std::string_view name : {kTrackStatus, kTrackWaiting}) {
    check_values(context, *rows, name, track->place);
  }
  check_keys(context, *of, *rows, track->place);
}

}  // namespace partita::model

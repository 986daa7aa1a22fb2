#pragma once

#include <optional>
#include <string_view>

#include "language/value/json_text.h"
#include "model/definition/model.h"
#include "wire/rest/model.h"

// The parts of shape_document. Each writes one value.
namespace partita::rest {

void write_entity_shape(JsonText& json, const model::Entity& entity);
void write_pattern_shape(JsonText& json, const RestModel& rest, const model::Pattern& pattern);
void write_page_shape(JsonText& json, const model::DashboardPage& page);
// The members of a type, inside an object that is open.
void write_type_members(JsonText& json, const model::AttributeType& type);

// A member that is left out if it is empty.
inline void write_text(JsonText& json, std::string_view name, std::string_view text) {
  if (!text.empty()) json.member(name, text);
}
inline void write_notes(JsonText& json, const model::Notes& notes) {
  write_text(json, "description", notes.description);
  write_text(json, "note", notes.note);
  if (notes.place.line > 0) json.member("line", notes.place.line);
}
inline void write_duration(JsonText& json, std::string_view name, model::Duration duration) {
  json.member(name, duration.count());
}

}  // namespace partita::rest

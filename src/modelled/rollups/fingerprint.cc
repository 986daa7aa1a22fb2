#include "modelled/rollups/fingerprint.h"

#include "partita/value/item_codec.h"

namespace partita::rollups {
namespace {

void append_match(Bytes& bytes, const model::Entity& entity) {
  append_text(bytes, entity.matches_all ? "all" : "");
  for (const model::AttributeMatch& match : entity.match) {
    append_text(bytes, match.attribute);
    for (const Value& value : match.values) append_text(bytes, partita::encode(value));
  }
}

// What tells the values of an attribute in a key from those of another one.
void append_type(Bytes& bytes, const model::AttributeType& type) {
  append_text(bytes, model::name_of(type.kind));
  append_text(bytes, model::name_of(type.encoding));
  append_text(bytes, model::name_of(type.format));
  append_text(bytes, type.pattern ? type.pattern->text() : "");
  for (const auto& bound :
       {type.bounds.min, type.bounds.max, type.bounds.above, type.bounds.below}) {
    append_text(bytes, bound ? bound->to_string() : "");
  }
  for (const std::string& value : type.values) append_text(bytes, value);
}

void append_row_of(Bytes& bytes, const model::Row& row, const model::Entity& entity) {
  append_row(bytes, row);
  for (const model::DerivedKey& key : row.keys) {
    for (const model::TemplatePart& part : key.key.parts()) {
      const auto* attribute = part.variable ? entity.find_attribute(part.variable->name) : nullptr;
      if (attribute != nullptr) append_type(bytes, *attribute->type);
    }
  }
}

}  // namespace

void append_text(Bytes& bytes, std::string_view text) {
  bytes.append(text);
  bytes.push_back('\0');
}

void append_row(Bytes& bytes, const model::Row& row) {
  for (const model::DerivedKey& key : row.keys) {
    append_text(bytes, key.name);
    append_text(bytes, key.key.text());
  }
}

void append_entities(Bytes& bytes, const model::Model& model, const model::Table& table) {
  for (const model::Entity& entity : model.entities) {
    if (entity.table != &table || !entity.notes.is_live) continue;
    append_text(bytes, entity.name);
    append_match(bytes, entity);
    append_row_of(bytes, entity.row, entity);
    if (entity.edge && entity.edge->mirror) append_row_of(bytes, *entity.edge->mirror, entity);
    if (entity.versioned) append_row_of(bytes, entity.versioned->row, entity);
  }
}

}  // namespace partita::rollups

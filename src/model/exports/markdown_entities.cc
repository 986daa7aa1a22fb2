#include <fmt/format.h>

#include "model/definition/entity_attributes.h"
#include "model/exports/markdown_sections.h"
#include "model/exports/markdown_text.h"
#include "model/exports/wording.h"

namespace partita::exports {
namespace {

using model::Attribute;
using model::AttributeType;
using model::Entity;

void append_template_rows(MarkdownTable& rows, std::string_view row_name, const model::Row& row) {
  for (const model::DerivedKey& key : row.keys) {
    rows.add({std::string(row_name), markdown_code(key.name), markdown_code(key.key.text())});
  }
  for (const model::IndexKey& key : row.index_keys) {
    std::string made =
        key.tuple.empty() ? markdown_code(key.key.text()) : markdown_codes(key.tuple);
    if (!key.each.empty()) {
      made.append(fmt::format(" for each of {}", markdown_code(key.each)));
    }
    rows.add({std::string(row_name), markdown_code(key.name), made});
  }
}

void append_templates(std::string& text, const Entity& entity) {
  MarkdownTable rows({"Row", "Key attribute", "Made of"});
  append_template_rows(rows, entity.versioned ? "latest" : "item", entity.row);
  if (entity.edge && entity.edge->mirror)
    append_template_rows(rows, "mirror", *entity.edge->mirror);
  if (entity.versioned) append_template_rows(rows, "version", entity.versioned->row);
  rows.append_to(text);
}

// Rows of nested attributes have the path of their map before their name.
void append_attribute_row(MarkdownTable& rows, const std::string& path, const Attribute& attribute);

void append_fields(MarkdownTable& rows, const std::string& path, const AttributeType& type) {
  for (const Attribute& field : type.fields) append_attribute_row(rows, path + ".", field);
  for (const model::UnionCase& union_case : type.cases) {
    const std::string case_path = fmt::format("{}({}).", path, union_case.value);
    for (const Attribute& field : union_case.fields) append_attribute_row(rows, case_path, field);
  }
  if (type.of != nullptr) append_fields(rows, path + "[]", *type.of);
}

void append_attribute_row(MarkdownTable& rows, const std::string& path,
                          const Attribute& attribute) {
  const std::string name = path + attribute.name;
  rows.add({markdown_code(name), markdown_text(type_text(*attribute.type)),
            std::string(requirement_text(attribute)), markdown_text(rules_text(attribute)),
            remarks(attribute.notes)});
  append_fields(rows, name, *attribute.type);
}

void append_attributes(std::string& text, const Entity& entity) {
  MarkdownTable rows({"Attribute", "Type", "Required", "Rules", "Description"});
  for (const std::string& id : model::implied_ids(entity)) {
    rows.add({markdown_code(id), "string", "yes", "", "Of the end of the edge."});
  }
  for (const Attribute& attribute : entity.attributes) append_attribute_row(rows, "", attribute);
  rows.append_to(text);
}

std::string match_text(const Entity& entity) {
  if (entity.matches_all) return fmt::format("Every item of {}.", markdown_code(entity.table->id));
  std::string text;
  for (const model::AttributeMatch& match : entity.match) {
    std::vector<std::string> values;
    for (const Value& value : match.values) values.push_back(plain_text(value));
    text.append(fmt::format("{}{} is {}", text.empty() ? "Items whose " : " and ",
                            markdown_code(match.attribute), markdown_codes(values)));
  }
  return text.empty() ? "Found by its key templates." : text.append(".");
}

std::string edge_text(const model::Edge& edge) {
  const auto end = [](const model::Edge::End& side) {
    return fmt::format("{} ({})", markdown_text(side.entity == nullptr ? "" : side.entity->name),
                       markdown_code(side.attribute));
  };
  return fmt::format("An edge from {} to {}{}.", end(edge.from), end(edge.to),
                     edge.mirror ? ", in two rows that are written together" : "");
}

std::string version_text(const model::Versioning& versioned) {
  return fmt::format(
      "- Versions: each write keeps a row of its own, numbered by {} at {}; the latest row holds "
      "{}{}; {} kept; index keys are on {}.\n",
      markdown_code(versioned.number), markdown_code(versioned.time),
      versioned.copies_all ? "a copy of the newest" : "only the pointer",
      versioned.pointer.empty() ? "" : ", pointed to by " + markdown_code(versioned.pointer),
      versioned.keep ? fmt::format("the last {} are", *versioned.keep) : "all are",
      versioned.indexes_all_versions ? "all versions" : "the latest row only");
}

void append_rules(std::string& text, const Entity& entity) {
  std::string list;
  for (const model::UniqueConstraint& unique : entity.unique) {
    list.append(fmt::format("- Unique: {}{}.\n", markdown_codes(unique.on),
                            unique.folds_case ? ", whatever the case" : ""));
  }
  if (entity.expire) {
    list.append(fmt::format("- Expires: {} = {} + {}.\n", markdown_code(entity.expire->attribute),
                            markdown_code(entity.expire->from),
                            model::duration_text(entity.expire->after)));
  }
  if (entity.versioned) list.append(version_text(*entity.versioned));
  if (entity.revision) {
    list.append(
        fmt::format("- Revision: {} counts writes{}.\n", markdown_code(entity.revision->attribute),
                    entity.revision->is_required ? "; each must say the one it expects" : ""));
  }
  if (entity.schema_version) {
    list.append(fmt::format("- Schema version: {} is {}.\n",
                            markdown_code(entity.schema_version->attribute),
                            markdown_code(entity.schema_version->value)));
  }
  if (entity.put_mode == model::PutMode::Merge) {
    list.append("- A put keeps stored attributes that it does not name.\n");
  }
  if (entity.materialized_from != nullptr) list.append("- Written by the server alone.\n");
  if (!list.empty()) text.append(list).push_back('\n');
}

void append_entity(std::string& text, const Entity& entity) {
  append_heading(text, 3, entity.name);
  append_paragraph(text, remarks(entity.notes));
  append_paragraph(text, entity.edge ? edge_text(*entity.edge) : match_text(entity));
  append_templates(text, entity);
  append_attributes(text, entity);
  append_rules(text, entity);
  if (entity.lifecycle) append_lifecycle(text, entity);
}

}  // namespace

void append_entities(std::string& text, const model::Model& model) {
  append_heading(text, 2, "Entities");
  for (const Entity& entity : model.entities) append_entity(text, entity);
}

}  // namespace partita::exports

#include "cli/model_guess.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "cli/entity_guess.h"
#include "model/definition/read_model.h"
#include "model/lint/lint.h"

namespace partita::cli {
namespace {

using Entities = std::vector<EntityGuess>;

// A name of a model: the table's, without what models cannot have.
std::string model_name(std::string_view table) {
  std::string name;
  for (const char c : table) {
    const bool is_letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    const bool is_digit = c >= '0' && c <= '9';
    name += is_letter || is_digit ? c : '_';
  }
  const bool begins_well = !name.empty() && name.front() != '_' && !(name.front() <= '9');
  return begins_well ? name : "table_" + name;
}

// "orders_of_user" is better, but nobody knows: "order_line" of "OrderLine".
std::string snake(std::string_view name) {
  std::string text;
  for (const char c : name) {
    const bool is_upper = c >= 'A' && c <= 'Z';
    if (is_upper && !text.empty()) text += '_';
    text += is_upper ? static_cast<char>(c - 'A' + 'a') : c;
  }
  return text;
}

std::string index_text(const TableSketch& sketch, const TableSketch::IndexSketch& index,
                       const std::set<std::string>& known) {
  std::string text = fmt::format("      {}: {{", index.name);
  text += index.is_local ? "local: true, " : fmt::format("partition: [{}], ", index.partition_key);
  if (!index.sort_key.empty()) text += fmt::format("sort: [{}], ", index.sort_key);
  std::string types;
  for (const std::string& key : {index.partition_key, index.sort_key}) {
    const auto type = sketch.types.find(key);
    if (key.empty() || known.contains(key) || type == sketch.types.end()) continue;
    const std::string_view word = type->second == "S"   ? "string"
                                  : type->second == "N" ? "number"
                                                        : "binary";
    types += fmt::format("{}{}: {}", types.empty() ? "" : ", ", key, word);
  }
  if (!types.empty()) text += fmt::format("types: {{{}}}, ", types);
  return text + fmt::format("project: {}}}\n", index.projection);
}

std::string table_lines(const TableSketch& sketch, const Entities& entities) {
  std::set<std::string> known{sketch.partition_key, sketch.sort_key};
  for (const EntityGuess& entity : entities) {
    for (const auto& attribute : entity.attributes) known.insert(attribute.name);
  }
  std::string text = fmt::format(
      "tables:\n  main:\n    name: {}\n    key: {{partition: {}{}}}\n"
      "    enforcement: observe    # What breaks a rule is counted; `enforce` refuses it.\n"
      "    billing: {{mode: on_demand}}\n    encryption: {{key: owned}}\n"
      "    pitr: {{enabled: false}}\n    streams: {{view: none}}\n"
      "    deletion_protection: false\n",
      sketch.name, sketch.partition_key,
      sketch.sort_key.empty() ? "" : fmt::format(", sort: {}", sketch.sort_key));
  if (!sketch.indexes.empty()) text += "    indexes:\n";
  for (const auto& index : sketch.indexes) text += index_text(sketch, index, known);
  return text;
}

std::string entity_text(const TableSketch& sketch, const EntityGuess& entity) {
  std::string text =
      fmt::format("  {}:    # {} of the items that were looked at.\n", entity.name, entity.items);
  if (!entity.match.empty()) text += fmt::format("    match: {}\n", entity.match);
  text += fmt::format("    key: {{{}: \"{}\"", sketch.partition_key, entity.partition_template);
  if (!sketch.sort_key.empty()) {
    text += fmt::format(", {}: \"{}\"", sketch.sort_key, entity.sort_template);
  }
  text += "}\n    attributes:\n";
  for (const AttributeGuess& attribute : entity.attributes) {
    text += fmt::format("      {}: {{type: {}{}{}}}\n", attribute.name, attribute.type,
                        attribute.is_required ? ", required: true" : "",
                        attribute.is_nullable ? ", nullable: true" : "");
  }
  return text;
}

std::string get_text(const EntityGuess& entity) {
  std::vector<std::string> bindings;
  for (const std::string& name : entity.variables) {
    bindings.push_back(fmt::format("{}: ${}", name, name));
  }
  return fmt::format("  get_{}: {{get: {}, by: {{{}}}}}\n", snake(entity.name), entity.name,
                     fmt::join(bindings, ", "));
}

// Queries of the indexes whose keys all items of an entity have.
std::string query_text(const TableSketch& sketch, const EntityGuess& entity) {
  const auto is_required = [&](const std::string& name) {
    return std::any_of(entity.attributes.begin(), entity.attributes.end(),
                       [&](const auto& each) { return each.name == name && each.is_required; });
  };
  std::string text;
  for (const auto& index : sketch.indexes) {
    const bool serves = !index.is_local && is_required(index.partition_key) &&
                        (index.sort_key.empty() || is_required(index.sort_key));
    if (!serves) continue;
    text += fmt::format("  {}_by_{}: {{query: {}, where: {{{}: ${}}}, index: {}}}\n",
                        snake(entity.name), snake(model_name(index.name)), entity.name,
                        index.partition_key, index.partition_key, index.name);
  }
  return text;
}

std::string text_of(const TableSketch& sketch, const Entities& entities) {
  std::string text = fmt::format(
      "# Guessed from the table {} and {} of its items: names, types and what is required are\n"
      "# what these items have. Read it, change it, and ask partita model lint after each step.\n"
      "format: 1\nmodel: {}\nversion: 1\n\n{}\nentities:\n",
      sketch.name, sketch.items.size(), model_name(sketch.name), table_lines(sketch, entities));
  std::size_t told = 0;
  for (const EntityGuess& entity : entities) {
    text += entity_text(sketch, entity);
    told += entity.items;
  }
  if (told < sketch.items.size()) {
    text += fmt::format("# {} more items are of no entity yet: no attribute tells their keys.\n",
                        sketch.items.size() - told);
  }
  text += "\npatterns:\n";
  for (const EntityGuess& entity : entities) {
    text += get_text(entity);
    text += query_text(sketch, entity);
  }
  return text;
}

bool is_good(const std::string& text) {
  const auto reading = model::read_model(text, {});
  return reading.model && !lint::has_severity(lint::lint(*reading.model), model::Severity::Error);
}

bool have_names_of_their_own(const Entities& entities) {
  std::set<std::string> names;
  return std::all_of(entities.begin(), entities.end(),
                     [&](const EntityGuess& entity) { return names.insert(entity.name).second; });
}

// Those whose keys are made of attributes: what has a key of its own making could be any of them.
Entities with_templates(Entities entities, const TableSketch& sketch) {
  std::erase_if(entities, [&](const EntityGuess& entity) {
    return std::any_of(entity.variables.begin(), entity.variables.end(), [&](const auto& name) {
      return name == sketch.partition_key || name == sketch.sort_key;
    });
  });
  return entities;
}

}  // namespace

std::string guess_model(const TableSketch& sketch) {
  const Entities by_kind = guess_by_discriminator(sketch);
  const Entities by_prefix = guess_by_prefix(sketch);
  for (const Entities& entities :
       {by_kind, by_prefix, with_templates(by_kind, sketch), with_templates(by_prefix, sketch)}) {
    if (entities.empty() || !have_names_of_their_own(entities)) continue;
    std::string text = text_of(sketch, entities);
    if (is_good(text)) return text;
  }
  return text_of(sketch, {guess_one(sketch)});
}

}  // namespace partita::cli

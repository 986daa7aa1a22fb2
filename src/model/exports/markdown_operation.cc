#include <fmt/format.h>

#include "language/value/json_text.h"
#include "model/exports/markdown_sections.h"
#include "model/exports/markdown_text.h"
#include "model/exports/wording.h"

// How the model is run: what is kept how long, what it has to bear and costs, examples, notes.

namespace partita::exports {
namespace {

using model::Model;
using model::Node;

constexpr std::string_view kMask = "•••";

// A part of the file as it was written, in one line.
std::string node_text(const Node& node) {
  std::string text;
  const auto add = [&](const std::string& more) {
    text.append(text.empty() ? "" : ", ").append(more);
  };
  if (node.kind == Node::Kind::List) {
    for (const Node& element : node.elements) add(node_text(element));
    return fmt::format("[{}]", text);
  }
  if (node.kind != Node::Kind::Map) return node.text;
  for (const Node::Member& member : node.members) {
    if (member.name == "description" || member.name == "note" || member.name == "phase") continue;
    add(fmt::format("{}: {}", member.name, node_text(member.value)));
  }
  return fmt::format("{{{}}}", text);
}

void append_raw(std::string& text, std::string_view title,
                const std::vector<model::RawElement>& elements) {
  if (elements.empty()) return;
  append_heading(text, 2, title);
  MarkdownTable rows({"Name", "Content", "Remarks"});
  for (const model::RawElement& element : elements) {
    rows.add({markdown_code(element.name), markdown_code(node_text(element.content)),
              remarks(element.notes)});
  }
  rows.append_to(text);
}

void append_costs(std::string& text, const MarkdownFacts& facts) {
  if (facts.costs.empty()) return;
  append_heading(text, 2, "Cost");
  if (!facts.price_book.empty()) {
    append_paragraph(text, fmt::format("By the prices of {}.", markdown_text(facts.price_book)));
  }
  MarkdownTable rows({"What", "Detail", "USD a month"});
  for (const CostRow& line : facts.costs) {
    rows.add(
        {markdown_text(line.what), markdown_text(line.detail), markdown_text(line.usd_per_month)});
  }
  rows.append_to(text);
}

Item masked(const model::Sample& sample) {
  Item item = sample.item;
  if (sample.entity == nullptr) return item;
  for (const model::Attribute& attribute : sample.entity->attributes) {
    if (attribute.is_sensitive && item.find(attribute.name) != nullptr) {
      item.set(attribute.name, kMask);
    }
  }
  return item;
}

// A place in the model and what is said about it there.
class NoteList {
 public:
  void add(std::string_view kind, std::string_view name, const model::Notes& notes) {
    if (notes.note.empty()) return;
    rows_.add({fmt::format("{} {}", kind, markdown_code(name)), markdown_text(notes.note)});
  }
  void append_to(std::string& text) const {
    if (rows_.is_empty()) return;
    append_heading(text, 2, "Notes");
    rows_.append_to(text);
  }

 private:
  MarkdownTable rows_ = MarkdownTable({"Where", "Note"});
};

void add_entity_notes(NoteList& notes, const model::Entity& entity) {
  notes.add(entity.edge ? "edge" : "entity", entity.name, entity.notes);
  for (const model::Attribute& attribute : entity.attributes) {
    notes.add("attribute", entity.name + "." + attribute.name, attribute.notes);
  }
  if (!entity.lifecycle) return;
  for (const model::Transition& transition : entity.lifecycle->transitions) {
    notes.add(
        "transition",
        fmt::format("{}: {} -> {}", entity.name, joined(transition.from), joined(transition.to)),
        transition.notes);
  }
}

}  // namespace

void append_retention(std::string& text, const Model& model) {
  MarkdownTable rows({"Entity", "Kept", "Then"});
  for (const model::Entity& entity : model.entities) {
    if (!entity.expire) continue;
    rows.add(
        {markdown_text(entity.name),
         fmt::format("{} from {}", model::duration_text(entity.expire->after),
                     markdown_code(entity.expire->from)),
         fmt::format("removed by time to live ({})", markdown_code(entity.expire->attribute))});
  }
  if (!rows.is_empty()) append_heading(text, 2, "Retention");
  rows.append_to(text);
  append_raw(text, "Archive", model.archives);
  append_raw(text, "Search", model.searches);
  append_raw(text, "Synchronisation", model.syncs);
  append_raw(text, "Migrations", model.migrations);
}

void append_load(std::string& text, const Model& model, const MarkdownFacts& facts) {
  MarkdownTable entities({"Entity", "Created a day", "Updated", "Deleted", "Bytes", "Path"});
  for (const model::EntityLoad& load : model.entity_loads) {
    entities.add({markdown_text(load.entity == nullptr ? "" : load.entity->name),
                  load.create_per_day.to_string(), load.update_per_day.to_string(),
                  load.delete_per_day.to_string(), std::to_string(load.size_bytes),
                  markdown_codes(load.path)});
  }
  MarkdownTable patterns({"Pattern", "Calls a day", "Items a call"});
  for (const model::PatternLoad& load : model.pattern_loads) {
    patterns.add({markdown_code(load.pattern == nullptr ? "" : load.pattern->name),
                  load.per_day.to_string(), load.items ? std::to_string(*load.items) : ""});
  }
  if (!entities.is_empty() || !patterns.is_empty()) append_heading(text, 2, "Expected load");
  entities.append_to(text);
  patterns.append_to(text);
  append_costs(text, facts);
}

void append_samples(std::string& text, const Model& model) {
  if (model.samples.empty()) return;
  append_heading(text, 2, "Samples");
  for (const model::Sample& sample : model.samples) {
    append_heading(text, 3, sample.name);
    if (sample.entity != nullptr) {
      append_paragraph(text, fmt::format("An item of {}.", markdown_text(sample.entity->name)));
    }
    append_paragraph(text, remarks(sample.notes));
    append_block(text, "json", to_json(Value(masked(sample))));
  }
}

void append_notes(std::string& text, const Model& model) {
  NoteList notes;
  notes.add("model", model.name, model.notes);
  for (const model::Table& table : model.tables) {
    notes.add("table", table.id, table.notes);
    for (const model::Index& index : table.indexes) notes.add("index", index.name, index.notes);
  }
  for (const model::Entity& entity : model.entities) add_entity_notes(notes, entity);
  for (const model::Pattern& pattern : model.patterns) {
    notes.add("pattern", pattern.name, pattern.notes);
  }
  for (const model::Rollup& rollup : model.rollups) notes.add("rollup", rollup.name, rollup.notes);
  notes.append_to(text);
}

}  // namespace partita::exports

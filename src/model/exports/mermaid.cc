#include "model/exports/mermaid.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "model/definition/entity_attributes.h"
#include "model/exports/mermaid_text.h"

namespace partita::exports {
namespace {

using model::Attribute;
using model::Entity;
using model::Lifecycle;
using model::Model;

// Entities are always quoted: their names are any, also words of Mermaid's.
std::string entity_name(const Entity& entity) {
  return fmt::format("\"{}\"", mermaid_label(entity.name));
}

std::string_view key_mark(const Entity& entity, const Attribute& attribute) {
  const bool is_in_key =
      std::any_of(entity.row.keys.begin(), entity.row.keys.end(),
                  [&](const model::DerivedKey& key) { return key.key.uses(attribute.name); });
  const bool refers = attribute.references != nullptr;
  if (is_in_key && refers) return " PK, FK";
  if (is_in_key) return " PK";
  return refers ? " FK" : "";
}

std::string attribute_line(const Entity& entity, const Attribute& attribute) {
  std::string line = fmt::format("    {} {}{}", model::name_of(attribute.type->kind),
                                 mermaid_name(attribute.name), key_mark(entity, attribute));
  if (!attribute.notes.description.empty()) {
    line.append(fmt::format(" \"{}\"", mermaid_label(attribute.notes.description)));
  }
  return line.append("\n");
}

std::string entity_block(const Entity& entity) {
  std::string block = fmt::format("  {} {{\n", entity_name(entity));
  for (const std::string& id : model::implied_ids(entity)) {
    block.append(fmt::format("    string {} PK, FK\n", mermaid_name(id)));
  }
  for (const Attribute& attribute : entity.attributes) {
    block.append(attribute_line(entity, attribute));
  }
  return block.append("  }\n");
}

// Lines between entities, each pair with one label only once.
class Relations {
 public:
  void add(const Entity& one, const Entity& many, std::string_view label) {
    std::string line = fmt::format("  {} ||--o{{ {} : \"{}\"\n", entity_name(one),
                                   entity_name(many), mermaid_label(label));
    if (seen_.insert(line).second) text_.append(line);
  }
  // Whether the two are joined already, in this direction.
  void add_unless_joined(const Entity& one, const Entity& many, std::string_view label) {
    const std::string start =
        fmt::format("  {} ||--o{{ {} : ", entity_name(one), entity_name(many));
    const auto at = seen_.lower_bound(start);
    if (at == seen_.end() || !at->starts_with(start)) add(one, many, label);
  }
  std::string take() && { return std::move(text_); }

 private:
  std::set<std::string> seen_;
  std::string text_;
};

void add_references(Relations& relations, const Entity& entity) {
  for (const Attribute& attribute : entity.attributes) {
    if (attribute.references != nullptr) {
      relations.add(*attribute.references, entity, attribute.name);
    }
  }
  if (!entity.edge) return;
  for (const auto& end : {entity.edge->from, entity.edge->to}) {
    if (end.entity != nullptr) relations.add(*end.entity, entity, end.attribute);
  }
}

// The one that a collection is about, and all that come with it.
void add_collection(Relations& relations, const model::Pattern& pattern) {
  const auto head =
      std::find_if(pattern.members.begin(), pattern.members.end(),
                   [](const model::CollectionMember& member) { return !member.is_many; });
  if (head == pattern.members.end() || head->entity == nullptr) return;
  for (const model::CollectionMember& member : pattern.members) {
    if (!member.is_many || member.entity == nullptr) continue;
    relations.add_unless_joined(*head->entity, *member.entity, member.name);
  }
}

// A state's id: its own name if Mermaid can take it, else a number with the name as a label.
std::string state_id(const Lifecycle& lifecycle, std::string_view state) {
  if (is_mermaid_name(state)) return std::string(state);
  const auto at = std::find(lifecycle.states.begin(), lifecycle.states.end(), state);
  return fmt::format("state_{}", at - lifecycle.states.begin());
}

std::string transition_label(const model::Transition& transition) {
  std::string label = transition.name;
  const auto add = [&](std::string_view text) {
    label.append(label.empty() ? "" : ", ").append(text);
  };
  if (transition.when) add(fmt::format("when {}", transition.when->text()));
  if (!transition.required.empty()) {
    add(fmt::format("needs {}", fmt::join(transition.required, ", ")));
  }
  if (transition.by_server) add("by the server");
  if (transition.by_worker) add("by its worker or the server");
  return label;
}

std::string fenced(std::string_view title, std::string_view diagram) {
  return fmt::format("## {}\n\n```mermaid\n{}```\n", title, diagram);
}

}  // namespace

std::string entity_diagram(const Model& model) {
  std::string text = "erDiagram\n";
  Relations relations;
  for (const Entity& entity : model.entities) {
    text.append(entity_block(entity));
    add_references(relations, entity);
  }
  for (const model::Pattern& pattern : model.patterns) add_collection(relations, pattern);
  return text.append(std::move(relations).take());
}

std::string state_diagram(const Entity& entity) {
  const Lifecycle& lifecycle = *entity.lifecycle;
  std::string text = "stateDiagram-v2\n";
  for (const std::string& state : lifecycle.states) {
    if (is_mermaid_name(state)) continue;
    text.append(
        fmt::format("  state \"{}\" as {}\n", mermaid_label(state), state_id(lifecycle, state)));
  }
  for (const std::string& state : lifecycle.initial) {
    text.append(fmt::format("  [*] --> {}\n", state_id(lifecycle, state)));
  }
  for (const model::Transition& transition : lifecycle.transitions) {
    const std::string label = mermaid_label(transition_label(transition));
    for (const std::string& from : transition.from) {
      for (const std::string& to : transition.to) {
        text.append(fmt::format("  {} --> {}{}{}\n", state_id(lifecycle, from),
                                state_id(lifecycle, to), label.empty() ? "" : " : ", label));
      }
    }
  }
  for (const std::string& state : lifecycle.final) {
    text.append(fmt::format("  {} --> [*]\n", state_id(lifecycle, state)));
  }
  return text;
}

std::string mermaid(const Model& model) {
  std::string text = fenced("Entities", entity_diagram(model));
  for (const Entity& entity : model.entities) {
    if (!entity.lifecycle) continue;
    text.append("\n").append(
        fenced(fmt::format("Lifecycle of {}", entity.name), state_diagram(entity)));
  }
  return text;
}

}  // namespace partita::exports

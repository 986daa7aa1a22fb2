#include <algorithm>
#include <utility>

#include "model/definition/commented_json.h"
#include "model/definition/node_access.h"
#include "model/definition/plain_value.h"
#include "model/definition/sections.h"
#include "model/formula/byte_size.h"

namespace partita::model {
namespace {

// Refuses keys of a workload that are for the other kind.
void refuse_keys(const Node& node, std::initializer_list<std::string_view> names,
                 std::string_view what, SectionContext& context) {
  for (const std::string_view name : names) {
    if (node.find(name) == nullptr) continue;
    context.refuse(kWrongForm, place_at(node, name),
                   fmt::format("`{}` has no meaning for the workload of {}", name, what));
  }
}

void check_states(const Entity& entity, const Node& node, SectionContext& context) {
  for (const Node& state : elements_at(node, "path")) {
    if (!entity.lifecycle) {
      context.refuse(kWrongForm, state.place, fmt::format("{} has no lifecycle", entity.name));
      return;
    }
    const auto& known = entity.lifecycle->states;
    if (std::find(known.begin(), known.end(), state.text) == known.end()) {
      context.refuse_name("state", state.text, state.place, {known.begin(), known.end()});
    }
  }
}

EntityLoad entity_load(const Entity& entity, const Node::Member& member, SectionContext& context) {
  const Node& node = member.value;
  refuse_keys(node, {"per_day", "items"}, "an entity", context);
  check_states(entity, node, context);
  EntityLoad load;
  load.place = member.place;
  load.entity = &entity;
  load.create_per_day = number_at(node, "create_per_day").value_or(Number());
  load.update_per_day = number_at(node, "update_per_day").value_or(Number());
  load.delete_per_day = number_at(node, "delete_per_day").value_or(Number());
  load.size_bytes = parse_byte_size(text_at(node, "size")).value_or(0);
  load.path = texts_at(node, "path");
  return load;
}

PatternLoad pattern_load(const Pattern& pattern, const Node::Member& member,
                         SectionContext& context) {
  const Node& node = member.value;
  refuse_keys(node, {"create_per_day", "update_per_day", "delete_per_day", "size", "path"},
              "a pattern", context);
  PatternLoad load;
  load.place = member.place;
  load.pattern = &pattern;
  load.per_day = number_at(node, "per_day").value_or(Number());
  load.items = count_at(node, "items");
  return load;
}

// An item that is written as a text is JSON with comments, as documents show it.
Result<Item> sample_item(const Node& node, const Entity* plain_entity) {
  if (node.kind == Node::Kind::Text) {
    const Node tree = TRY(read_commented_json(node.text, node.place));
    if (tree.kind == Node::Kind::Map) return sample_item(tree, plain_entity);
  }
  return plain_entity != nullptr ? plain_item(node, plain_entity->attributes) : typed_item(node);
}

void read_sample(const Node::Member& member, SectionContext& context) {
  const Node& node = member.value;
  Sample sample;
  sample.name = member.name;
  sample.notes = context.notes_of(node, member.place);
  sample.entity = context.entity(text_at(node, "of"), place_at(node, "of"));
  const Node* plain = node.find("item");
  const Node* typed = node.find("typed_item");
  if ((plain == nullptr) == (typed == nullptr)) {
    context.refuse(kWrongForm, member.place, "a sample has either `item` or `typed_item`");
    return;
  }
  if (sample.entity == nullptr) return;
  auto item = plain != nullptr ? sample_item(*plain, sample.entity) : sample_item(*typed, nullptr);
  if (!item.ok()) {
    context.refuse(kWrongForm, plain != nullptr ? plain->place : typed->place,
                   item.error().message());
    return;
  }
  sample.item = *std::move(item);
  context.model.samples.push_back(std::move(sample));
}

}  // namespace

void read_workload(SectionContext& context) {
  for (const Node::Member& member : members_at(context.file, "workload")) {
    if (const Entity* entity = context.model.find_entity(member.name)) {
      context.model.entity_loads.push_back(entity_load(*entity, member, context));
    } else if (const Pattern* pattern = context.model.find_pattern(member.name)) {
      context.model.pattern_loads.push_back(pattern_load(*pattern, member, context));
    } else {
      std::vector<std::string_view> known = names_of(context.model.entities);
      for (const Pattern& other : context.model.patterns) known.push_back(other.name);
      context.refuse_name("entity or pattern", member.name, member.place, known);
    }
  }
}

void read_samples(SectionContext& context) {
  for (const Node::Member& member : members_at(context.file, "samples")) {
    read_sample(member, context);
  }
}

}  // namespace partita::model

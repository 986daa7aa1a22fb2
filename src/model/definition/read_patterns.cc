#include <algorithm>
#include <utility>

#include "model/definition/attribute_scope.h"
#include "model/definition/node_access.h"
#include "model/definition/read_bindings.h"
#include "model/definition/read_claims.h"
#include "model/definition/sections.h"

namespace partita::model {
namespace {

constexpr int kPatternKinds = 13;

// Which keys a kind has beside `http`, `select_when` and the notes.
struct KindKeys {
  PatternKind kind;
  std::vector<std::string_view> needed;
  std::vector<std::string_view> allowed;
};

const std::vector<KindKeys>& kind_keys() {
  static const std::vector<KindKeys> kKeys = {
      {PatternKind::Get, {"by"}, {"version", "consistent"}},
      {PatternKind::Query,
       {},
       {"where", "range", "prefix", "filter", "order", "page", "index", "shape", "scan",
        "consistent"}},
      {PatternKind::Collection, {"where"}, {"index", "page", "consistent"}},
      {PatternKind::History, {"by"}, {"order", "page"}},
      {PatternKind::Transition, {"by", "to"}, {"set"}},
      {PatternKind::Put, {}, {"mode", "expect"}},
      {PatternKind::Update, {"by", "set"}, {}},
      {PatternKind::Delete, {"by"}, {}},
      {PatternKind::Restore, {"by", "version"}, {}},
      {PatternKind::Search, {}, {"page"}},
      {PatternKind::Transaction, {}, {}},
      {PatternKind::Erase, {"by"}, {}},
      {PatternKind::Claim,
       {"where", "to"},
       {"filter", "order", "index", "set", "complete", "fail"}},
  };
  return kKeys;
}

bool has_name(const std::vector<std::string_view>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

// The one kind among the keys of the node, up to `count` of them; or nullopt and a finding.
std::optional<PatternKind> kind_of(const Node& node, Place place,
                                   const std::vector<PatternKind>& kinds, SectionContext& context) {
  std::optional<PatternKind> found;
  std::vector<std::string_view> names;
  int count = 0;
  for (const PatternKind kind : kinds) {
    names.push_back(name_of(kind));
    if (node.find(name_of(kind)) == nullptr) continue;
    found = kind;
    ++count;
  }
  if (count == 1) return found;
  context.refuse(count == 0 ? kMissing : kWrongForm, place,
                 fmt::format("exactly one of {} says what it does", listed(names)));
  return std::nullopt;
}

void check_keys(const Node& node, Place place, PatternKind kind, SectionContext& context) {
  constexpr std::string_view kAlways[] = {"description", "note", "phase", "http", "select_when"};
  const KindKeys& keys = kind_keys()[static_cast<std::size_t>(kind)];
  for (const Node::Member& member : node.members) {
    const bool belongs =
        member.name == name_of(kind) || has_name(keys.needed, member.name) ||
        has_name(keys.allowed, member.name) ||
        std::find(std::begin(kAlways), std::end(kAlways), member.name) != std::end(kAlways);
    if (belongs) continue;
    context.refuse(
        kWrongForm, member.place,
        fmt::format("`{}` has no meaning for a pattern of kind {}", member.name, name_of(kind)));
  }
  for (const std::string_view needed : keys.needed) {
    if (node.find(needed) != nullptr) continue;
    context.refuse(kMissing, place,
                   fmt::format("a pattern of kind {} needs `{}`", name_of(kind), needed));
  }
}

void read_members(const Node& node, SectionContext& context, Pattern& pattern) {
  for (const Node::Member& member : members_at(node, "collection")) {
    const Node* one = member.value.find("one");
    const Node* many = member.value.find("many");
    if ((one == nullptr) == (many == nullptr)) {
      context.refuse(kWrongForm, member.place,
                     "a member of a collection is {one: Entity} or {many: Entity}");
      continue;
    }
    const Node& name = one != nullptr ? *one : *many;
    pattern.members.push_back(
        {member.name, member.place, context.entity(name.text, name.place), many != nullptr});
  }
}

WriteStep step_of(const Node::Member& member, SectionContext& context) {
  const Node& node = member.value;
  WriteStep step;
  step.name = member.name;
  step.place = member.place;
  const auto kind =
      kind_of(node, member.place,
              {PatternKind::Put, PatternKind::Update, PatternKind::Delete, PatternKind::Transition},
              context);
  if (!kind) return step;
  step.kind = *kind;
  const Node* name = node.find(name_of(*kind));
  step.entity = context.entity(name->text, name->place);
  step.by = read_bindings(node, "by", {step.entity}, context);
  if (step.kind == PatternKind::Transition) {
    step.to = read_target_state(node, step.entity, context);
  }
  step.set = texts_at(node, "set");
  step.mode = read_put_mode(node);
  if (step.entity != nullptr) {
    context.check_attributes(*step.entity, step.set, place_at(node, "set"));
  }
  return step;
}

// `with: {artistId: artist.artistId}`: from steps before this one.
void read_copies(const Node& node, const std::vector<WriteStep>& before, SectionContext& context,
                 WriteStep& step) {
  for (const Node::Member& member : members_at(node, "with")) {
    const std::size_t dot = member.value.text.find('.');
    const std::string source = member.value.text.substr(0, dot);
    const auto found = std::find_if(before.begin(), before.end(),
                                    [&](const WriteStep& known) { return known.name == source; });
    if (dot == std::string::npos || found == before.end()) {
      context.refuse_name("step before this one", source, member.value.place, names_of(before));
      continue;
    }
    const std::string from = member.value.text.substr(dot + 1);
    if (step.entity != nullptr) {
      context.check_attributes(*step.entity, {member.name}, member.place);
    }
    if (found->entity != nullptr) {
      context.check_attributes(*found->entity, {from}, member.value.place);
    }
    step.with.push_back({member.name, source, from});
  }
}

void read_steps(const Node& node, SectionContext& context, Pattern& pattern) {
  for (const Node::Member& member : members_at(node, "transaction")) {
    WriteStep step = step_of(member, context);
    read_copies(member.value, pattern.steps, context, step);
    pattern.steps.push_back(std::move(step));
  }
}

// What the pattern is about: one entity, several, or a search.
EntityList read_subject(const Node& node, SectionContext& context, Pattern& pattern) {
  const Node* subject = node.find(name_of(pattern.kind));
  EntityList entities;
  switch (pattern.kind) {
    case PatternKind::Collection:
      read_members(node, context, pattern);
      for (const CollectionMember& member : pattern.members) entities.push_back(member.entity);
      break;
    case PatternKind::Transaction:
      read_steps(node, context, pattern);
      return entities;
    case PatternKind::Search: {
      pattern.search = subject->text;
      const Node* searches = context.file.find("search");
      if (searches == nullptr || searches->find(pattern.search) == nullptr) {
        std::vector<std::string_view> known;
        for (const auto& member : members_at(context.file, "search")) known.push_back(member.name);
        context.refuse_name("search", pattern.search, subject->place, known);
      }
      return entities;
    }
    default:
      pattern.entity = context.entity(subject->text, subject->place);
      entities.push_back(pattern.entity);
  }
  if (!entities.empty() && entities.front() != nullptr) pattern.table = entities.front()->table;
  return entities;
}

void read_order(const Node& node, const EntityList& entities, SectionContext& context,
                Pattern& pattern) {
  const Node* order = node.find("order");
  if (order == nullptr) return;
  Order result;
  result.place = order->place;
  const bool is_down = order->is_scalar() ? order->text == "newest" : flag_at(*order, "descending");
  result.direction = is_down ? Order::Direction::Descending : Order::Direction::Ascending;
  result.by = texts_at(*order, "by");
  for (const std::string& name : result.by) {
    check_bound_name(name, order->place, entities, context);
  }
  pattern.order = std::move(result);
}

void read_page(const Node& node, SectionContext& context, Pattern& pattern) {
  const Node* page = node.find("page");
  if (page == nullptr) return;
  PageSize size;
  size.default_items = count_at(*page, "default").value_or(size.default_items);
  size.items_max = count_at(*page, "max").value_or(std::max(size.items_max, size.default_items));
  if (size.default_items < 1 || size.items_max < size.default_items) {
    context.refuse(kWrongForm, page->place, "a page has at least 1 item, and `max` >= `default`");
  }
  pattern.page = size;
}

void read_index(const Node& node, SectionContext& context, Pattern& pattern) {
  const Node* index = node.find("index");
  if (index == nullptr || pattern.table == nullptr) return;
  pattern.index = pattern.table->find_index(index->text);
  if (pattern.index == nullptr) {
    context.refuse_name("index", index->text, index->place, names_of(pattern.table->indexes));
  }
}

void read_filter(const Node& node, SectionContext& context, Pattern& pattern) {
  const Node* filter = node.find("filter");
  if (filter == nullptr || pattern.entity == nullptr) return;
  const AttributeScope scope(context.model, pattern.entity->attributes, {.parameters = true});
  pattern.filter = context.condition(*filter, scope);
}

void read_write_options(const Node& node, SectionContext& context, Pattern& pattern) {
  pattern.set = texts_at(node, "set");
  pattern.mode = read_put_mode(node);
  if (pattern.entity != nullptr) {
    context.check_attributes(*pattern.entity, pattern.set, place_at(node, "set"));
  }
  if (pattern.kind == PatternKind::Transition || pattern.kind == PatternKind::Claim) {
    pattern.to = read_target_state(node, pattern.entity, context);
  }
  const std::string_view version = pattern.kind == PatternKind::Put ? "expect" : "version";
  pattern.version_parameter = read_parameter(node, version, context);
  if (!pattern.version_parameter.empty() && pattern.entity != nullptr &&
      !pattern.entity->versioned) {
    context.refuse(kWrongForm, place_at(node, version),
                   fmt::format("{} is not versioned", pattern.entity->name));
  }
}

// Parameters of the path that the pattern does not know, and of select_when.
void check_parameters(const Node& node, const Pattern& pattern, SectionContext& context) {
  const bool takes_body = pattern.kind == PatternKind::Put || pattern.kind == PatternKind::Update ||
                          pattern.kind == PatternKind::Transaction;
  Pattern without_route = pattern;
  without_route.http.reset();
  const std::vector<std::string_view> known = without_route.parameters();
  if (pattern.http && !takes_body) {
    for (const std::string& name : pattern.http->parameters) {
      if (!has_name(known, name)) {
        context.refuse_name("parameter", name, pattern.http->place, known);
      }
    }
  }
  const std::vector<std::string_view> all = pattern.parameters();
  for (const std::string& name : pattern.select_when) {
    if (!has_name(all, name)) {
      context.refuse_name("parameter", name, place_at(node, "select_when"), all);
    }
  }
}

void read_pattern(const Node::Member& member, SectionContext& context, Pattern& pattern) {
  const Node& node = member.value;
  std::vector<PatternKind> kinds;
  for (int i = 0; i < kPatternKinds; ++i) kinds.push_back(static_cast<PatternKind>(i));
  const auto kind = kind_of(node, member.place, kinds, context);
  if (!kind) return;
  pattern.kind = *kind;
  check_keys(node, member.place, *kind, context);
  const EntityList entities = read_subject(node, context, pattern);
  read_index(node, context, pattern);
  pattern.by = read_bindings(node, "by", entities, context);
  pattern.where = read_bindings(node, "where", entities, context);
  pattern.range = read_range(node, "range", entities, context);
  pattern.prefix = read_range(node, "prefix", entities, context);
  read_filter(node, context, pattern);
  read_order(node, entities, context, pattern);
  read_page(node, context, pattern);
  if (const Node* shape = node.find("shape")) {
    pattern.shape_by = text_at(*shape, "by");
    pattern.shape_names = text_map_at(*shape, "names");
  }
  pattern.may_scan = flag_at(node, "scan");
  pattern.is_consistent = flag_at(node, "consistent");
  read_write_options(node, context, pattern);
  pattern.http = read_route(node, context);
  pattern.select_when = texts_at(node, "select_when");
  check_parameters(node, pattern, context);
}

}  // namespace

void read_patterns(SectionContext& context) {
  auto pattern = context.model.patterns.begin();
  for (const Node::Member& member : members_at(context.file, "patterns")) {
    read_pattern(member, context, *pattern++);
  }
  add_worker_patterns(context);
}

}  // namespace partita::model

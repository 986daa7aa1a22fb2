#include "ruled_reference.h"

#include <cctype>

namespace partita::simulation {

const char* const kDeskModel = R"(
format: 1
model: desk
version: 1
tables:
  desk:
    name: desk
    key: {partition: pk}
    enforcement: enforce
    unknown_attributes: reject
    unknown_entities: reject
    billing: {mode: on_demand}
entities:
  Agent:
    match: {kind: agent}
    key: {pk: "{pk}"}
    attributes:
      pk: {type: string}
      kind: {type: const, value: agent}
      name: {type: string, required: true, max: 3}
      mail: {type: string}
    unique: [{on: [mail], fold: case}]
  Ticket:
    match: {kind: ticket}
    key: {pk: "{pk}"}
    attributes:
      pk: {type: string}
      kind: {type: const, value: ticket}
      agent: {type: string, references: Agent, on_delete: refuse}
      state: {type: enum, values: [new, open, done], default: new}
      weight: {type: int, min: 0, max: 5}
      twice: {type: int, computed: weight * 2}
      team: {type: string, immutable: true}
    lifecycle:
      attribute: state
      initial: [new]
      final: [done]
      delete: final_only
      transitions:
        - {from: new, to: open, require: [agent]}
        - {from: open, to: [new, done]}
  Note:
    match: {kind: note}
    key: {pk: "{pk}"}
    attributes:
      pk: {type: string}
      kind: {type: const, value: note}
      ticket: {type: string, required: true, references: Ticket, on_delete: cascade}
patterns:
  save_agent: {put: Agent, http: "PUT /agents/{pk}"}
  save_ticket: {put: Ticket, http: "PUT /tickets/{pk}"}
  save_note: {put: Note, http: "PUT /notes/{pk}"}
  delete_agent: {delete: Agent, by: {pk: $pk}}
  delete_note: {delete: Note, by: {pk: $pk}}
  delete_ticket: {delete: Ticket, by: {pk: $pk}}
)";

namespace {

using Items = RuledReference::Items;
using Problem = std::optional<std::string>;

std::string text(const Item& item, std::string_view name) {
  const Value* value = item.find(name);
  return value != nullptr && value->type() == ValueType::S ? value->string() : "";
}

bool has(const Item& item, std::string_view name) { return item.find(name) != nullptr; }

bool is_text(const Item& item, std::string_view name) {
  return !has(item, name) || item.find(name)->type() == ValueType::S;
}

std::string kind_of(const Item& item) { return text(item, "kind"); }

std::string lower(std::string value) {
  for (char& c : value) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return value;
}

bool knows(const std::string& kind, const std::string& attribute) {
  static const std::map<std::string, std::set<std::string>> kNames = {
      {"agent", {"pk", "kind", "name", "mail"}},
      {"ticket", {"pk", "kind", "agent", "state", "weight", "twice", "team"}},
      {"note", {"pk", "kind", "ticket"}}};
  return kNames.at(kind).contains(attribute);
}

Problem check_agent(const Item& item) {
  if (!has(item, "name")) return "an agent needs a name";
  if (!is_text(item, "name") || text(item, "name").size() > 3) return "name";
  if (!is_text(item, "mail")) return "mail";
  return std::nullopt;
}

std::optional<int> whole_number(const Item& item, std::string_view name) {
  const Value* value = item.find(name);
  if (value == nullptr || value->type() != ValueType::N) return std::nullopt;
  return std::stoi(value->number().to_string());
}

Problem check_ticket(const Item& item) {
  for (const char* name : {"agent", "team"}) {
    if (!is_text(item, name)) return name;
  }
  const std::string state = text(item, "state");
  if (has(item, "state") && state != "new" && state != "open" && state != "done") return "state";
  const auto weight = whole_number(item, "weight");
  if (has(item, "weight") && (!weight || *weight < 0 || *weight > 5)) return "weight";
  return std::nullopt;
}

Problem check_note(const Item& item) {
  if (text(item, "ticket").empty()) return "a note needs its ticket";
  return std::nullopt;
}

bool may_step(const Item& item, const std::string& from, const std::string& to) {
  if (from == to) return true;
  if (from == "new" && to == "open") return has(item, "agent");
  return from == "open" && (to == "new" || to == "done");
}

}  // namespace

// What the entity of an item says to its going.
Problem RuledReference::leave(const Item& item) const {
  const bool is_kept = kind_of(item) == "ticket" && text(item, "state") != "done";
  return is_kept ? Problem("only tickets that are done go") : std::nullopt;
}

Problem RuledReference::put(Items& items, const std::string& id, Item item, bool is_update) const {
  const auto at = items.find(id);
  const Item* before = at == items.end() ? nullptr : &at->second;
  // Who says nothing is what he was, or an agent, whose keys come first.
  if (!has(item, "kind")) item.set("kind", before != nullptr ? kind_of(*before) : "agent");
  const std::string kind = kind_of(item);
  if (kind != "agent" && kind != "ticket" && kind != "note") return "no such kind";
  if (before != nullptr && kind_of(*before) != kind) {
    const Problem kept = slip_ == Slip::EntityChange ? std::nullopt : leave(*before);
    if (kept) return kept;
    before = nullptr;
  }
  const bool is_whole = before == nullptr || !is_update;
  for (const auto& [name, value] : item) {
    if (!knows(kind, name)) return "unknown " + name;
  }
  if (kind == "agent") {
    if (const auto problem = check_agent(item)) return problem;
  } else if (kind == "note") {
    if (const auto problem = check_note(item)) return problem;
  } else {
    if (!has(item, "state") && is_whole) item.set("state", "new");
    if (const auto problem = check_ticket(item)) return problem;
    // A put that does not say what never changes leaves it as it is.
    const bool keeps_team = !is_update && before != nullptr && has(*before, "team");
    if (keeps_team && !has(item, "team")) item.set("team", text(*before, "team"));
    if (before != nullptr && has(*before, "team") &&
        (!has(item, "team") || text(item, "team") != text(*before, "team"))) {
      return "team is immutable";
    }
    const auto weight = whole_number(item, "weight");
    const Value* sent = item.find("twice");
    const bool is_new = sent != nullptr && (before == nullptr || before->find("twice") == nullptr ||
                                            *before->find("twice") != *sent);
    if (is_new && (!weight || *sent != Value(*weight * 2)) && slip_ != Slip::Computed) {
      return "twice is computed";
    }
    item.erase("twice");
    if (weight) item.set("twice", *weight * 2);
    const std::string state = text(item, "state");
    if (before == nullptr) {
      if (state != "new" && slip_ != Slip::Lifecycle) return "a ticket begins as new";
    } else if (has(*before, "state")) {
      if (state.empty()) return "a state stays";
      if (!may_step(item, text(*before, "state"), state) && slip_ != Slip::Lifecycle) return "step";
    }
  }
  items[id] = std::move(item);
  return std::nullopt;
}

Problem RuledReference::write(Items& items, const RuledWrite& write) const {
  const auto at = items.find(write.id);
  if (write.kind == RuledWrite::Kind::Delete) {
    if (at == items.end()) return std::nullopt;
    if (const auto problem = leave(at->second)) return problem;
    items.erase(at);
    return std::nullopt;
  }
  if (write.kind == RuledWrite::Kind::Put) return put(items, write.id, write.item, false);
  // What only removes makes no item.
  if (at == items.end() && write.item.is_empty()) return std::nullopt;
  Item item = at == items.end() ? Item{{"pk", write.id}} : at->second;
  for (const auto& [name, value] : write.item) item.set(name, value);
  for (const std::string& name : write.removed) item.erase(name);
  return put(items, write.id, std::move(item), true);
}

// Notes go with their tickets.
void RuledReference::cascade(const Items& before, Items& after) const {
  if (slip_ == Slip::Cascade) return;
  for (const auto& [id, item] : before) {
    const bool was_ticket = kind_of(item) == "ticket";
    const bool is_ticket = after.contains(id) && kind_of(after.at(id)) == "ticket";
    if (!was_ticket || is_ticket) continue;
    std::erase_if(after, [&](const auto& one) {
      return kind_of(one.second) == "note" && text(one.second, "ticket") == id;
    });
  }
}

Problem RuledReference::check_whole(const Items& before, Items& after,
                                    const std::vector<RuledWrite>& writes) const {
  const auto is_there = [&](const std::string& id, const char* kind) {
    return after.contains(id) && kind_of(after.at(id)) == kind;
  };
  // Only what a write changes is asked about.
  for (const RuledWrite& write : writes) {
    const auto now = after.find(write.id);
    if (now == after.end()) continue;
    const auto old = before.find(write.id);
    for (const char* name : {"agent", "ticket"}) {
      const std::string target = text(now->second, name);
      const bool is_same = old != before.end() && kind_of(old->second) == kind_of(now->second) &&
                           text(old->second, name) == target;
      if (target.empty() || is_same || slip_ == Slip::Reference) continue;
      if (!is_there(target, name)) return "nothing to refer to";
    }
  }
  std::set<std::string> mails;
  for (const auto& [id, item] : after) {
    if (!has(item, "mail") || slip_ == Slip::Unique) continue;
    if (!mails.insert(lower(text(item, "mail"))).second) return "mail is taken";
  }
  for (const auto& [id, item] : before) {
    const bool goes = kind_of(item) == "agent" && !is_there(id, "agent");
    if (!goes || slip_ == Slip::OnDelete) continue;
    for (const auto& [other, ticket] : after) {
      if (kind_of(ticket) == "ticket" && text(ticket, "agent") == id) return "has tickets";
    }
  }
  cascade(before, after);
  return std::nullopt;
}

std::optional<std::string> RuledReference::broken(const Items& items) {
  std::set<std::string> mails;
  for (const auto& [id, item] : items) {
    const std::string kind = kind_of(item);
    const auto problem = kind == "agent"    ? check_agent(item)
                         : kind == "ticket" ? check_ticket(item)
                                            : check_note(item);
    if (problem) return id + ": " + *problem;
    if (has(item, "mail") && !mails.insert(lower(text(item, "mail"))).second) return id + ": mail";
    for (const char* name : {"agent", "ticket"}) {
      const std::string target = text(item, name);
      const bool is_there =
          target.empty() || (items.contains(target) && kind_of(items.at(target)) == name);
      if (!is_there) return id + " refers to " + target + ", which is not there";
    }
  }
  return std::nullopt;
}

std::optional<std::string> RuledReference::apply(const std::vector<RuledWrite>& writes) {
  Items next = items_;
  for (const RuledWrite& one : writes) {
    if (auto problem = write(next, one)) return problem;
  }
  if (auto problem = check_whole(items_, next, writes)) return problem;
  items_ = std::move(next);
  return std::nullopt;
}

}  // namespace partita::simulation

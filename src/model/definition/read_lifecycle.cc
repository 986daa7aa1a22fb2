#include "model/definition/read_lifecycle.h"

#include <algorithm>
#include <utility>

#include "model/definition/attribute_scope.h"
#include "model/definition/node_access.h"
#include "model/definition/read_work.h"

namespace partita::model {
namespace {

class LifecycleReader {
 public:
  LifecycleReader(SectionContext& context, const Entity& entity)
      : context_(context), entity_(entity) {}

  Lifecycle read(const Node& node, Place place) {
    lifecycle_.notes = context_.notes_of(node, place);
    lifecycle_.level = level_at(node);
    lifecycle_.attribute = text_at(node, "attribute");
    read_states(place_at(node, "attribute"));
    lifecycle_.initial = states_at(node, "initial");
    lifecycle_.final = states_at(node, "final");
    for (const Node& element : elements_at(node, "transitions")) {
      lifecycle_.transitions.push_back(transition_of(element));
    }
    read_same_state(node);
    for (const Node& element : elements_at(node, "leases")) {
      lifecycle_.leases.push_back(lease_of(element));
    }
    if (const Node* work = node.find("work")) {
      lifecycle_.work = read_work(*work, lifecycle_, entity_, context_);
    }
    lifecycle_.ignores_late = text_at(node, "late") == "ignore";
    check_workers();
    lifecycle_.only_final_are_deleted = text_at(node, "delete") == "final_only";
    return std::move(lifecycle_);
  }

 private:
  void read_states(Place place) {
    context_.check_attributes(entity_, {lifecycle_.attribute}, place);
    const Attribute* attribute = entity_.find_attribute(lifecycle_.attribute);
    if (attribute == nullptr) return;
    if (attribute->type->kind == AttributeKind::Enum) {
      lifecycle_.states = attribute->type->values;
    } else {
      context_.refuse(kWrongForm, place,
                      fmt::format("`{}` must be an enum with the states", attribute->name));
    }
  }

  void check_state(const std::string& state, Place place) {
    const auto& known = lifecycle_.states;
    if (known.empty() || std::find(known.begin(), known.end(), state) != known.end()) return;
    context_.refuse_name("state", state, place, {known.begin(), known.end()});
  }

  std::vector<std::string> states_at(const Node& node, std::string_view key) {
    std::vector<std::string> states = texts_at(node, key);
    for (const std::string& state : states) check_state(state, place_at(node, key));
    return states;
  }

  std::vector<std::string> attributes_at(const Node& node, std::string_view key) {
    std::vector<std::string> names = texts_at(node, key);
    context_.check_attributes(entity_, names, place_at(node, key));
    return names;
  }

  Transition transition_of(const Node& node) {
    Transition transition;
    transition.notes = context_.notes_of(node, node.place);
    transition.name = text_at(node, "name");
    transition.role = text_at(node, "role");
    transition.from = states_at(node, "from");
    transition.to = states_at(node, "to");
    transition.required = attributes_at(node, "require");
    transition.clears = attributes_at(node, "clear");
    transition.by_server = text_at(node, "by") == "server";
    transition.by_worker = text_at(node, "by") == "worker";
    read_stamps(node, transition);
    if (const Node* when = node.find("when")) {
      const AttributeScope scope(context_.model, entity_.attributes, {.old = true});
      transition.when = context_.condition(*when, scope);
    }
    if (transition.by_server && node.find("when") == nullptr) {
      context_.refuse(kMissing, node.place, "a transition `by: server` needs `when`");
    }
    return transition;
  }

  // Without `work` nobody could ever make it.
  void check_workers() {
    for (const Transition& transition : lifecycle_.transitions) {
      if (!transition.by_worker || lifecycle_.work) continue;
      context_.refuse(kMissing, transition.notes.place,
                      "a transition `by: worker` needs `work`: how workers take items");
    }
  }

  void read_stamps(const Node& node, Transition& transition) {
    for (const Node::Member& member : members_at(node, "stamp")) {
      context_.check_attributes(entity_, {member.name}, member.place);
      const Attribute* attribute = entity_.find_attribute(member.name);
      const bool is_stamp =
          member.value.text == "now" &&
          (attribute == nullptr || attribute->type->kind == AttributeKind::Timestamp);
      if (!is_stamp) {
        context_.refuse(kWrongForm, member.place,
                        fmt::format("`stamp` sets timestamps to now: {{{}: now}}", member.name));
      }
      transition.stamps.push_back(member.name);
    }
  }

  void read_same_state(const Node& node) {
    const Node* same_state = node.find("same_state");
    if (same_state == nullptr) return;
    lifecycle_.allows_same_state = flag_at(*same_state, "allow", true);
    lifecycle_.count_in = text_map_at(*same_state, "count_in");
    for (const auto& [state, attribute] : lifecycle_.count_in) {
      check_state(state, place_at(*same_state, "count_in"));
      context_.check_attributes(entity_, {attribute}, place_at(*same_state, "count_in"));
    }
  }

  Lease lease_of(const Node& node) {
    Lease lease;
    lease.place = node.place;
    lease.state = text_at(node, "state");
    check_state(lease.state, place_at(node, "state"));
    lease.from = text_at(node, "from");
    context_.check_attributes(entity_, {lease.from}, place_at(node, "from"));
    lease.timeout = span_at(node, "timeout").value_or(Duration(0));
    const Node* then = node.find("then");
    if (then == nullptr) return lease;
    if (then->kind == Node::Kind::Map) {
      lease.then = Lease::Then::Move;
      lease.to = text_at(*then, "to");
      check_state(lease.to, then->place);
    } else if (then->text == "count") {
      lease.then = Lease::Then::Count;
    }
    return lease;
  }

  SectionContext& context_;
  const Entity& entity_;
  Lifecycle lifecycle_;
};

}  // namespace

void read_lifecycle(const Node& node, SectionContext& context, Entity& entity) {
  const Node* lifecycle = node.find("lifecycle");
  if (lifecycle == nullptr) return;
  entity.lifecycle = LifecycleReader(context, entity).read(*lifecycle, lifecycle->place);
}

}  // namespace partita::model

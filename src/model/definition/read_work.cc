#include "model/definition/read_work.h"

#include <algorithm>
#include <utility>

#include "model/definition/node_access.h"
#include "model/definition/plain_value.h"

namespace partita::model {
namespace {

// A lease that is as short as this would be over before a worker can say that it is alive.
constexpr Duration kShortestLease = std::chrono::seconds(1);
constexpr Duration kLongestLease = std::chrono::days(366);

class WorkReader {
 public:
  WorkReader(const Lifecycle& lifecycle, const Entity& entity, SectionContext& context)
      : lifecycle_(lifecycle), entity_(entity), context_(context) {}

  WorkLease read(const Node& node) {
    work_.place = node.place;
    work_.states = texts_at(node, "states");
    for (const std::string& state : work_.states) check_state(state, place_at(node, "states"));
    work_.time = span_at(node, "for").value_or(Duration(0));
    if (work_.time < kShortestLease || work_.time > kLongestLease) {
      context_.refuse(kWrongForm, place_at(node, "for"), "a lease lasts 1s to 366d");
    }
    work_.token = attribute_at(node, "token", AttributeKind::String, "a text");
    work_.until = attribute_at(node, "until", AttributeKind::Timestamp, "a timestamp");
    work_.worker = attribute_at(node, "worker", AttributeKind::String, "a text");
    work_.attempts = attribute_at(node, "attempts", AttributeKind::Int, "an int");
    work_.back_to = text_at(node, "then");
    check_state(work_.back_to, place_at(node, "then"));
    read_end(node);
    check_ways(node);
    return std::move(work_);
  }

 private:
  void check_state(const std::string& state, Place place) {
    const auto& known = lifecycle_.states;
    if (known.empty() || std::find(known.begin(), known.end(), state) != known.end()) return;
    context_.refuse_name("state", state, place, {known.begin(), known.end()});
  }

  std::string attribute_at(const Node& node, std::string_view key, AttributeKind kind,
                           std::string_view what) {
    std::string name = text_at(node, key);
    if (name.empty()) return name;
    context_.check_attributes(entity_, {name}, place_at(node, key));
    const Attribute* attribute = entity_.find_attribute(name);
    if (attribute == nullptr) return name;
    if (attribute->type->kind != kind || attribute->is_required || attribute->is_immutable) {
      context_.refuse(kWrongForm, place_at(node, key),
                      fmt::format("`{}` must be {} that is neither required nor immutable: only "
                                  "the server writes it",
                                  name, what));
    }
    return name;
  }

  // The last attempt, and what comes of it.
  void read_end(const Node& node) {
    work_.attempts_max = count_at(node, "max").value_or(0);
    const Node* dead = node.find("dead");
    if (work_.attempts_max > 0 && (dead == nullptr || work_.attempts.empty())) {
      context_.refuse(kMissing, place_at(node, "max"),
                      "`max` needs `attempts`, the attribute that counts, and `dead`, what becomes "
                      "of the item then");
    }
    if (dead == nullptr) return;
    if (work_.attempts_max == 0) {
      context_.refuse(kMissing, dead->place, "`dead` needs `max`, the most attempts");
    }
    work_.dead = text_at(*dead, "to");
    check_state(work_.dead, dead->place);
    const Node* values = dead->find("set");
    if (values != nullptr && values->kind != Node::Kind::Map) {
      context_.refuse(kWrongForm, values->place, "`set` must be a map of attributes and values");
    }
    for (const Node::Member& member : members_at(*dead, "set")) read_value(member);
  }

  void read_value(const Node::Member& member) {
    context_.check_attributes(entity_, {member.name}, member.place);
    const Attribute* attribute = entity_.find_attribute(member.name);
    if (attribute == nullptr) return;
    auto value = plain_value(member.value, *attribute->type);
    const auto type = stored_type(*attribute->type);
    if (value.ok() && type && *type != value->type()) {
      context_.refuse(
          kWrongForm, member.place,
          fmt::format("{} is no value of `{}`, which is of type {}", describe(member.value),
                      member.name, name_of(attribute->type->kind)));
    } else if (value.ok()) {
      work_.dead_values.emplace_back(member.name, std::move(*value));
    } else {
      context_.refuse(kWrongForm, member.place, value.error().message());
    }
  }

  // The server must be able to go where it is told to go.
  void check_ways(const Node& node) {
    for (const std::string& state : work_.states) {
      if (lifecycle_.is_final(state)) {
        context_.refuse(kWrongForm, place_at(node, "states"),
                        fmt::format("nothing is left to do in {}, which is final", state));
      }
      check_way(state, work_.back_to, place_at(node, "then"));
      if (!work_.dead.empty()) check_way(state, work_.dead, place_at(node, "dead"));
    }
    if (work_.holds_in(work_.back_to) || work_.holds_in(work_.dead)) {
      context_.refuse(kWrongForm, node.place,
                      "`then` and `dead` lead to states in which no worker has the item");
    }
  }

  void check_way(const std::string& from, const std::string& to, Place place) {
    const Transition* transition = lifecycle_.find(from, to);
    if (transition == nullptr) {
      context_.refuse(kMissing, place,
                      fmt::format("no transition leads from {} to {}; add {{from: {}, to: {}, by: "
                                  "worker}}",
                                  from, to, from, to));
      return;
    }
    for (const std::string& name : transition->required) check_given(name, to, place);
  }

  void check_given(const std::string& name, const std::string& to, Place place) {
    const auto& values = work_.dead_values;
    const bool is_set =
        to == work_.dead && std::any_of(values.begin(), values.end(),
                                        [&](const auto& value) { return value.first == name; });
    if (is_set) return;
    context_.refuse(kMissing, place,
                    fmt::format("the transition to {} requires `{}`: say its value in `dead`, "
                                "`set`",
                                to, name));
  }

  const Lifecycle& lifecycle_;
  const Entity& entity_;
  SectionContext& context_;
  WorkLease work_;
};

}  // namespace

WorkLease read_work(const Node& node, const Lifecycle& lifecycle, const Entity& entity,
                    SectionContext& context) {
  return WorkReader(lifecycle, entity, context).read(node);
}

}  // namespace partita::model

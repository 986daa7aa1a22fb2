#include "modelled/registry/rule_statements.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "model/exports/wording.h"

namespace partita::registry {
namespace {

using model::Attribute;
using model::AttributeType;
using model::Entity;
using Effect = Statement::Effect;

// Types nest as deep as the file they stand in; this is deeper.
constexpr int kDepthMax = 40;

class Collector {
 public:
  void add_entity(const Entity& entity) {
    auto& statements = about_[entity.name];
    for (const auto& key : entity.row.keys) {
      say(statements, "key " + key.name, {Effect::Restricts, key.key.text(), {}});
    }
    for (const auto& key : entity.row.index_keys) {
      say(statements, "index key " + key.name, {Effect::Makes, key.key.text(), {}});
    }
    for (const auto& unique : entity.unique) {
      say(statements, fmt::format("unique [{}]", fmt::join(unique.on, ", ")),
          {Effect::Restricts, unique.folds_case ? "without case" : "", {}});
    }
    if (entity.expire) add_expiry(statements, *entity.expire);
    if (entity.lifecycle) add_lifecycle(statements, *entity.lifecycle);
    if (entity.revision) say(statements, "revision " + entity.revision->attribute, Effect::Makes);
    if (entity.versioned) say(statements, "versioned", Effect::Restricts);
    for (const Attribute& attribute : entity.attributes) {
      add_attribute(entity.name + "." + attribute.name, attribute, 0);
    }
  }

  std::map<std::string, Statements> take() && { return std::move(about_); }

 private:
  static void say(Statements& statements, std::string name, Statement statement) {
    statements.insert_or_assign(std::move(name), std::move(statement));
  }
  static void say(Statements& statements, std::string name, Effect effect) {
    say(statements, std::move(name), Statement{effect, "", {}});
  }

  static void add_expiry(Statements& statements, const model::Expiry& expiry) {
    say(statements, "expire by " + expiry.attribute,
        {Effect::Restricts,
         fmt::format("{} after {}", model::duration_text(expiry.after), expiry.from),
         {}});
  }

  static void add_transition(Statements& statements, const model::Transition& transition) {
    for (const auto& from : transition.from) {
      for (const auto& to : transition.to) {
        const auto step = fmt::format("{} -> {}", from, to);
        say(statements, step, Effect::Permits);
        for (const auto& required : transition.required) {
          say(statements, fmt::format("{} requires {}", step, required), Effect::Restricts);
        }
        if (!transition.role.empty()) {
          say(statements, step + " by role", {Effect::Restricts, transition.role, {}});
        }
        if (transition.when) {
          say(statements, step + " when", {Effect::Restricts, transition.when->text(), {}});
        }
      }
    }
  }

  static void add_lifecycle(Statements& statements, const model::Lifecycle& lifecycle) {
    say(statements, "lifecycle of " + lifecycle.attribute, Effect::Restricts);
    for (const auto& state : lifecycle.initial) {
      say(statements, "initial " + state, Effect::Permits);
    }
    for (const auto& transition : lifecycle.transitions) add_transition(statements, transition);
    if (lifecycle.work) {
      for (const auto& state : lifecycle.work->states) {
        say(statements, "work in " + state, {Effect::Restricts, lifecycle.work->token, {}});
      }
    }
    if (lifecycle.ignores_late) say(statements, "late writes are ignored", Effect::Permits);
    if (lifecycle.only_final_are_deleted) {
      say(statements, "only final items are deleted", Effect::Restricts);
    }
  }

  static void add_bounds(Statements& statements, const model::Bounds& bounds) {
    const auto add = [&](const char* name, const std::optional<Number>& bound) {
      if (bound) say(statements, name, {Effect::Restricts, bound->to_string(), bound});
    };
    add("min", bounds.min);
    add("max", bounds.max);
    add("above", bounds.above);
    add("below", bounds.below);
  }

  void add_type(const std::string& subject, const AttributeType& type, int depth) {
    auto& statements = about_[subject];
    say(statements, "type", {Effect::Restricts, exports::type_text(type), {}});
    add_bounds(statements, type.bounds);
    if (type.pattern) say(statements, "pattern", {Effect::Restricts, type.pattern->text(), {}});
    if (type.format != model::TextFormat::None) {
      say(statements, "format", {Effect::Restricts, std::string(name_of(type.format)), {}});
    }
    for (const auto& value : type.values) say(statements, "value " + value, Effect::Permits);
    if (type.is_open) say(statements, "open", Effect::Permits);
    if (type.accepts_other_cases) say(statements, "otherwise any", Effect::Permits);
    if (depth == kDepthMax) return;
    for (const Attribute& field : type.fields) {
      add_attribute(subject + "." + field.name, field, depth + 1);
    }
    if (type.of) add_type(subject + "[]", *type.of, depth + 1);
    for (const auto& each : type.cases) {
      say(about_[subject], "case " + each.value, Effect::Permits);
      for (const Attribute& field : each.fields) {
        add_attribute(fmt::format("{}({}).{}", subject, each.value, field.name), field, depth + 1);
      }
    }
  }

  void add_attribute(const std::string& subject, const Attribute& attribute, int depth) {
    add_type(subject, *attribute.type, depth);
    auto& statements = about_[subject];
    if (attribute.is_required) say(statements, "required", Effect::Restricts);
    if (attribute.is_nullable) say(statements, "nullable", Effect::Permits);
    if (attribute.is_immutable) say(statements, "immutable", Effect::Restricts);
    if (attribute.only_when) say(statements, "only_when", Effect::Restricts);
    if (attribute.references != nullptr) {
      say(statements, "references", {Effect::Restricts, attribute.references->name, {}});
    }
    if (attribute.on_delete != model::OnDelete::Allow) {
      say(statements, "on_delete",
          {Effect::Restricts, std::string(name_of(attribute.on_delete)), {}});
    }
    if (attribute.must_equal) {
      const auto& other = *attribute.must_equal;
      say(statements, "must_equal",
          {Effect::Restricts, other.entity->name + "." + other.attribute, {}});
    }
    if (attribute.derived) {
      say(statements, "derived", {Effect::Restricts, attribute.derived->text(), {}});
    }
    if (attribute.computed) {
      say(statements, "computed", {Effect::Restricts, attribute.computed->text(), {}});
    }
    if (attribute.default_value) {
      say(statements, "default",
          {Effect::Makes, exports::plain_text(*attribute.default_value), {}});
    }
  }

  std::map<std::string, Statements> about_;
};

}  // namespace

std::map<std::string, Statements> statements_of(const model::Model& model) {
  Collector collector;
  for (const Entity& entity : model.entities) {
    if (entity.notes.is_live) collector.add_entity(entity);
  }
  return std::move(collector).take();
}

}  // namespace partita::registry

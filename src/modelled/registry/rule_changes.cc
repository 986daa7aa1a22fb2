#include "modelled/registry/rule_changes.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "modelled/registry/rule_statements.h"

namespace partita::registry {
namespace {

using About = std::map<std::string, Statements>;
using Effect = Statement::Effect;

std::string text_of(const std::string& name, const Statement& statement) {
  return statement.text.empty() ? name : fmt::format("{} {}", name, statement.text);
}

std::string summary_of(const Statements& statements) {
  std::string text;
  // The type first; the others as they are sorted.
  if (const auto type = statements.find("type"); type != statements.end()) {
    text = type->second.text;
  }
  for (const auto& [name, statement] : statements) {
    if (name == "type") continue;
    text.append(text.empty() ? "" : ", ").append(text_of(name, statement));
  }
  return text;
}

// Whether less is allowed with the second bound than with the first.
bool is_tighter(std::string_view name, const Number& before, const Number& after) {
  const bool is_lower_bound = name == "min" || name == "above";
  return is_lower_bound ? after > before : after < before;
}

RuleChange changed(const std::string& subject, const std::string& name, const Statement& before,
                   const Statement& after) {
  RuleChange change{.mark = Mark::Change, .subject = subject};
  change.detail = fmt::format("{}, was {}", text_of(name, after),
                              before.text.empty() ? "without it" : before.text);
  const bool are_bounds = before.number && after.number;
  change.tightens = are_bounds ? is_tighter(name, *before.number, *after.number)
                               : after.effect == Effect::Restricts;
  return change;
}

void compare_statements(const std::string& subject, const Statements& before,
                        const Statements& after, std::vector<RuleChange>& changes) {
  for (const auto& [name, statement] : after) {
    const auto known = before.find(name);
    if (known == before.end()) {
      changes.push_back({.mark = Mark::Add,
                         .subject = subject,
                         .detail = text_of(name, statement),
                         .tightens = statement.effect == Effect::Restricts});
    } else if (known->second.text != statement.text) {
      changes.push_back(changed(subject, name, known->second, statement));
    }
  }
  for (const auto& [name, statement] : before) {
    if (after.contains(name)) continue;
    changes.push_back({.mark = Mark::Remove,
                       .subject = subject,
                       .detail = text_of(name, statement),
                       .tightens = statement.effect == Effect::Permits});
  }
}

// Whether something that the subject is a part of is in the list already.
bool is_told(const std::string& subject, Mark mark, const std::vector<RuleChange>& changes) {
  return std::any_of(changes.begin(), changes.end(), [&](const RuleChange& change) {
    constexpr std::string_view kSeparators = ".[(";
    return change.mark == mark && subject.size() > change.subject.size() &&
           subject.starts_with(change.subject) &&
           kSeparators.find(subject[change.subject.size()]) != std::string_view::npos;
  });
}

// Subjects of `from` that `to` lacks. A part of one that was told is not told again.
void add_differences(const About& from, const About& to, Mark mark,
                     std::vector<RuleChange>& changes) {
  std::vector<RuleChange> found;
  for (const auto& [subject, statements] : from) {
    if (to.contains(subject) || is_told(subject, mark, found)) continue;
    found.push_back({.mark = mark,
                     .subject = subject,
                     .detail = summary_of(statements),
                     .tightens = mark == Mark::Add && statements.contains("required")});
  }
  std::move(found.begin(), found.end(), std::back_inserter(changes));
}

}  // namespace

std::vector<RuleChange> compare_rules(const model::Model* former, const model::Model& wanted) {
  const auto before = former == nullptr ? About{} : statements_of(*former);
  const auto after = statements_of(wanted);
  std::vector<RuleChange> changes;
  add_differences(after, before, Mark::Add, changes);
  for (const auto& [subject, statements] : after) {
    const auto known = before.find(subject);
    if (known != before.end()) compare_statements(subject, known->second, statements, changes);
  }
  add_differences(before, after, Mark::Remove, changes);
  return changes;
}

}  // namespace partita::registry

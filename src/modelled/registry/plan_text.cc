#include "modelled/registry/plan_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "modelled/registry/environments.h"

namespace partita::registry {
namespace {

constexpr std::string_view kPlain = "\x1B[0m";
constexpr std::size_t kDetailBytesMax = 160;
constexpr std::size_t kBrokenRulesMax = 10;

std::string_view colour_of(Mark mark) {
  switch (mark) {
    case Mark::Add:
      return "\x1B[32m";
    case Mark::Change:
      return "\x1B[33m";
    case Mark::Remove:
      return "\x1B[31m";
  }
  return "";
}

std::string marked(Mark mark, const TextStyle& style) {
  if (!style.has_colours) return std::string(symbol_of(mark));
  return fmt::format("{}{}{}", colour_of(mark), symbol_of(mark), kPlain);
}

// Texts of files can be long; what is left out is in the file.
std::string shortened(const std::string& text) {
  if (text.size() <= kDetailBytesMax) return text;
  std::size_t end = kDetailBytesMax;
  // Not in the middle of a character.
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) --end;
  return text.substr(0, end) + " ...";
}

std::string line_of(const Step& step, const TextStyle& style, std::string_view note) {
  const auto subject =
      step.what == "table" ? "table " + step.table : fmt::format("{} {}", step.table, step.what);
  return fmt::format("  {} {}{}{}{}\n", marked(step.mark, style), subject,
                     step.detail.empty() ? "" : ": ", shortened(step.detail), note);
}

// "version 3", "version 2 -> 3", "version 3, new"
std::string title_of(const ApplyPlan& plan) {
  const auto& former = plan.former_version;
  const auto name = held_name(plan.model, plan.environment);
  if (!former) return fmt::format("model {}, version {}, new\n", name, plan.version);
  if (*former == plan.version) return fmt::format("model {}, version {}\n", name, *former);
  return fmt::format("model {}, version {} -> {}\n", name, *former, plan.version);
}

// A new model has all of its rules added: their entities are enough to say so.
std::string new_rules_text(const ApplyPlan& plan, const TextStyle& style) {
  std::vector<std::string> entities;
  for (const RuleChange& change : plan.rule_changes) entities.push_back(change.subject);
  if (entities.empty()) return "";
  return fmt::format("  {} rules for {}\n", marked(Mark::Add, style), fmt::join(entities, ", "));
}

std::string rules_text(const ApplyPlan& plan, const TextStyle& style) {
  if (!plan.former_version) return new_rules_text(plan, style);
  std::string text;
  for (const RuleChange& change : plan.rule_changes) {
    text += fmt::format("  {} {}: {}{}\n", marked(change.mark, style), change.subject,
                        shortened(change.detail), change.tightens ? " (tightens)" : "");
  }
  return text;
}

std::string duplicates_text(const Impact& impact) {
  std::string text;
  for (const BrokenRule& rule : impact.duplicates) {
    text += fmt::format(
        "  {}: {} stored items have a {} that another one has; the constraint is only observed "
        "until they are gone\n",
        impact.table, rule.items, rule.subject);
  }
  return text;
}

std::string stale_text(const Impact& impact, bool observed) {
  std::string text;
  for (const StaleKeys& keys : impact.stale) {
    text += fmt::format("  {}: {} stored items have a {} that the rules derive differently now",
                        impact.table, keys.items, keys.subject);
    if (!keys.stored.empty() && !keys.derived.empty()) {
      text +=
          fmt::format(" (\"{}\" is \"{}\" now)", shortened(keys.stored), shortened(keys.derived));
    }
    if (keys.is_table_key) {
      text +=
          ". They stay under that key, where they can be read and deleted, but not changed. To "
          "move one, put it without its key, which gives it the new one, and delete the old "
          "one.\n";
    } else {
      text += observed ? "; it is derived anew when the rules are enforced\n"
                       : "; it is derived anew when the model is applied\n";
    }
  }
  return text;
}

std::string broken_rules_text(const Impact& impact) {
  const std::string_view at_least = impact.is_complete ? "" : ", of which not all were looked at";
  if (impact.violating == 0) {
    if (!impact.duplicates.empty()) return duplicates_text(impact);
    return fmt::format("  {}: {} stored items{}, all as the rules want them\n", impact.table,
                       impact.items, at_least);
  }
  auto text = fmt::format("  {}: {} of {} stored items{} break rules\n", impact.table,
                          impact.violating, impact.items, at_least);
  for (std::size_t i = 0; i < std::min(impact.rules.size(), kBrokenRulesMax); ++i) {
    const BrokenRule& rule = impact.rules[i];
    text += fmt::format("      {} items, {}: {}\n", rule.items, rule.rule, rule.example);
  }
  if (impact.rules.size() > kBrokenRulesMax) {
    text += fmt::format("      and {} more rules\n", impact.rules.size() - kBrokenRulesMax);
  }
  return text + duplicates_text(impact);
}

std::string observed_text(const ApplyPlan& plan) {
  if (plan.observed.empty()) return "";
  return fmt::format(
      "  Rules of {} are only observed: nothing is refused, what breaks them is counted. With "
      "--enforce they hold for every write; items as they are stay.\n",
      fmt::join(plan.observed, ", "));
}

bool is_observed(const ApplyPlan& plan, const Impact& impact) {
  return std::ranges::find(plan.observed, impact.table) != plan.observed.end();
}

// What becomes of stored items that break rules of tables whose rules are enforced.
std::string broken_items_text(const ApplyPlan& plan) {
  const bool has_broken = std::ranges::any_of(plan.impacts, [&](const Impact& impact) {
    return impact.violating > 0 && !is_observed(plan, impact);
  });
  if (!has_broken) return "";
  return "  The rules hold for every write as soon as the model is applied. Stored items that "
         "break them stay as they are; an update of one is judged only by what it changes.\n";
}

// What has to be asked for besides.
std::string consent_text(const ApplyPlan& plan) {
  std::string text;
  if (!plan.needs_force.empty()) text += fmt::format("  ! {}\n", plan.needs_force);
  for (const std::string& table : plan.unruled) {
    text += fmt::format(
        "  ! the rules of table {} would go: with --allow-removals it is deleted, with --detach it "
        "stays without rules\n",
        table);
  }
  return text;
}

std::string consequences_text(const ApplyPlan& plan, const TextStyle& style) {
  auto text = rules_text(plan, style);
  for (const Impact& impact : plan.impacts) {
    text += broken_rules_text(impact) + stale_text(impact, is_observed(plan, impact));
  }
  text += broken_items_text(plan) + observed_text(plan);
  for (const std::string& declared : plan.unserved) {
    text += fmt::format("  declared, but not served yet: {}\n", declared);
  }
  return text;
}

}  // namespace

std::string to_text(const Impact& impact) {
  return broken_rules_text(impact) + stale_text(impact, false);
}

std::string_view symbol_of(Mark mark) {
  switch (mark) {
    case Mark::Add:
      return "+";
    case Mark::Change:
      return "~";
    case Mark::Remove:
      return "-";
  }
  return "";
}

std::string to_text(const ApplyPlan& plan, const TextStyle& style) {
  auto text = title_of(plan);
  if (plan.is_empty()) return text + "  nothing to do\n" + consequences_text(plan, style);
  for (const std::string& obstacle : plan.obstacles) {
    text += fmt::format("  ! {}\n", obstacle);
  }
  text += consent_text(plan);
  for (const Step& step : plan.steps) {
    text += line_of(step, style, step.removes ? " (only with --allow-removals)" : "");
  }
  return text + consequences_text(plan, style);
}

std::string to_text(const Applied& applied, const TextStyle& style) {
  auto text = title_of(applied.plan);
  if (!applied.stayed.empty())
    return text + fmt::format("  nothing was done: {}\n", applied.stayed);
  if (applied.ends_observation) text += "  rules that were only observed hold from now on\n";
  const bool is_idle = applied.plan.is_empty() && !applied.ends_observation;
  if (is_idle) return text + "  nothing to do\n" + observed_text(applied.plan);
  const auto is_kept = [&](const Step& step) {
    return std::any_of(applied.kept.begin(), applied.kept.end(), [&](const Step& kept) {
      return kept.table == step.table && kept.what == step.what && kept.mark == step.mark;
    });
  };
  for (const Step& step : applied.plan.steps) {
    text += line_of(step, style, is_kept(step) ? " (not done: needs --allow-removals)" : "");
  }
  text += consequences_text(applied.plan, style);
  for (const std::string& sentence : applied.left) text += fmt::format("  ! {}\n", sentence);
  return text;
}

}  // namespace partita::registry

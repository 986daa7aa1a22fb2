#include <fmt/format.h>

#include "model/exports/markdown_sections.h"
#include "model/exports/markdown_text.h"
#include "model/exports/mermaid.h"
#include "model/exports/wording.h"

namespace partita::exports {
namespace {

using model::Lease;
using model::Lifecycle;
using model::Transition;

std::string effect_text(const Transition& transition) {
  std::string text;
  const auto add = [&](std::string_view verb, const std::vector<std::string>& attributes) {
    if (attributes.empty()) return;
    text.append(fmt::format("{}{} {}", text.empty() ? "" : "; ", verb, markdown_codes(attributes)));
  };
  add("stamps", transition.stamps);
  add("clears", transition.clears);
  return text;
}

std::string who_text(const Transition& transition) {
  if (transition.by_server) return "server";
  if (transition.by_worker) return "its worker, or the server";
  return transition.role.empty() ? "anyone"
                                 : fmt::format("role {}", markdown_text(transition.role));
}

void append_transitions(std::string& text, const Lifecycle& lifecycle) {
  MarkdownTable rows({"From", "To", "Name", "Does", "Needs", "Guard", "By", "Remarks"});
  for (const Transition& transition : lifecycle.transitions) {
    rows.add({markdown_codes(transition.from), markdown_codes(transition.to),
              markdown_text(transition.name), effect_text(transition),
              markdown_codes(transition.required),
              transition.when ? markdown_code(transition.when->text()) : "", who_text(transition),
              remarks(transition.notes)});
  }
  rows.append_to(text);
}

std::string lease_text(const Lease& lease) {
  std::string then = "is reported";
  if (lease.then == Lease::Then::Count) then = "is counted";
  if (lease.then == Lease::Then::Move) then = "moves to " + markdown_code(lease.to);
  return fmt::format("- An item that is {} for {} since {} {}.\n", markdown_code(lease.state),
                     model::duration_text(lease.timeout), markdown_code(lease.from), then);
}

std::string work_text(const model::WorkLease& work) {
  std::string text = fmt::format(
      "- A worker has an item for itself while it is {} and has its {}, for {} from the last sign "
      "of life; then the item is {} again.\n",
      markdown_codes(work.states), markdown_code(work.token), model::duration_text(work.time),
      markdown_code(work.back_to));
  if (work.attempts_max > 0) {
    text += fmt::format("- After {} attempts it is {} instead.\n", work.attempts_max,
                        markdown_code(work.dead));
  }
  return text;
}

void append_more(std::string& text, const Lifecycle& lifecycle) {
  std::string list;
  list.append(fmt::format("- Begins as {}.\n", markdown_codes(lifecycle.initial)));
  if (!lifecycle.final.empty()) {
    list.append(fmt::format("- Ends as {}.\n", markdown_codes(lifecycle.final)));
  }
  list.append(lifecycle.allows_same_state ? "- Writing the state it has is allowed.\n"
                                          : "- Writing the state it has is refused.\n");
  for (const auto& [state, attribute] : lifecycle.count_in) {
    list.append(fmt::format("- Writing {} again adds one to {}.\n", markdown_code(state),
                            markdown_code(attribute)));
  }
  for (const Lease& lease : lifecycle.leases) list.append(lease_text(lease));
  if (lifecycle.work) list.append(work_text(*lifecycle.work));
  if (lifecycle.ignores_late) list.append("- A write that would lead back changes nothing.\n");
  if (lifecycle.only_final_are_deleted) list.append("- Only ended items may be deleted.\n");
  append_paragraph(text, list.substr(0, list.size() - 1));
}

}  // namespace

void append_lifecycle(std::string& text, const model::Entity& entity) {
  const Lifecycle& lifecycle = *entity.lifecycle;
  append_heading(text, 4, fmt::format("Lifecycle of {}: {}", entity.name, lifecycle.attribute));
  append_paragraph(text, remarks(lifecycle.notes));
  append_block(text, "mermaid", state_diagram(entity));
  append_transitions(text, lifecycle);
  append_more(text, lifecycle);
}

}  // namespace partita::exports

#include "model/definition/finding.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>
#include <utility>

#include "model/definition/finding_list.h"
#include "model/definition/read_model.h"

namespace partita::model {

std::string_view letter_of(Severity severity) {
  constexpr std::string_view kLetters[] = {"E", "W", "I"};
  return kLetters[static_cast<std::size_t>(severity)];
}

std::string to_text(const Finding& finding, std::string_view file_name) {
  std::string text =
      finding.place.line == 0
          ? fmt::format("{}: ", file_name)
          : fmt::format("{}:{}:{}: ", file_name, finding.place.line, finding.place.column);
  text.append(fmt::format("{} {} {}", letter_of(finding.severity), finding.code, finding.message));
  if (!finding.fix.empty()) text.append("; ").append(finding.fix);
  return text;
}

void FindingList::add(std::string_view code, Place place, std::string message) {
  if (is_full()) return;
  findings_.push_back({std::string(code), Severity::Error, place, std::move(message), {}});
}

bool FindingList::is_full() const { return findings_.size() >= kFindingsMax; }

std::vector<Finding> FindingList::take() && {
  std::stable_sort(findings_.begin(), findings_.end(), [](const Finding& a, const Finding& b) {
    return std::tie(a.place.line, a.place.column) < std::tie(b.place.line, b.place.column);
  });
  return std::move(findings_);
}

}  // namespace partita::model

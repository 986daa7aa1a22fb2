#include "wire/rest/call.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "model/definition/operation.h"
#include "modelled/serving/failure.h"

namespace partita::rest {
namespace {

using model::Pattern;

bool is_in_path(const RestCandidate& candidate, std::string_view name) {
  const auto& path = candidate.path_parameters;
  return std::find(path.begin(), path.end(), name) != path.end();
}

// The bounds of a range are given as `from` and `to`.
bool is_given(const RestCandidate& candidate, const RestQuery& query, const std::string& name) {
  if (is_in_path(candidate, name) || query.find(name) != nullptr) return true;
  const auto& range = candidate.pattern->range;
  const bool is_range = range && range->parameter == name;
  return is_range && (query.find("from") != nullptr || query.find("to") != nullptr);
}

// Whether the pattern has a parameter of its own by that name, which then is not ours to read.
bool has_parameter(const RestCandidate* candidate, std::string_view name) {
  if (candidate == nullptr) return false;
  const auto names = candidate->pattern->parameters();
  return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

std::string RestCall::name() const {
  const std::string& what = candidate != nullptr ? pattern().name : route.rollup->name;
  return fmt::format("{}.{}", model().model().name, what);
}

const RestCandidate* select_candidate(const RestRoute& route, const RestQuery& query) {
  // Alone it can tell best what it lacks.
  if (route.candidates.size() == 1) return &route.candidates.front();
  const RestCandidate* best = nullptr;
  for (const RestCandidate& candidate : route.candidates) {
    const auto& names = candidate.pattern->select_when;
    const bool fits = std::all_of(names.begin(), names.end(), [&](const std::string& name) {
      return is_given(candidate, query, name);
    });
    const bool is_better = best == nullptr || names.size() > best->pattern->select_when.size();
    if (fits && is_better) best = &candidate;
  }
  return best;
}

Result<RestCall> make_call(const RestRoutes::Found& found, const RestCandidate* candidate,
                           RestQuery query) {
  RestCall call{.route = *found.route, .candidate = candidate};
  const auto is_ours = [&](std::string_view name) { return !has_parameter(candidate, name); };
  if (is_ours("typed") && TRY(query.take_flag("typed"))) call.form = JsonForm::Typed;
  if (candidate != nullptr) {
    if (is_ours("limit")) call.limit = TRY(query.take_count("limit"));
    if (is_ours("page")) call.page = query.take("page").value_or("");
    if (is_ours("consistent")) call.is_consistent = TRY(query.take_flag("consistent"));
    for (std::size_t i = 0; i < candidate->path_parameters.size(); ++i) {
      call.arguments.set(candidate->path_parameters[i], found.values[i]);
    }
  }
  for (const auto& [name, value] : query.all()) {
    if (candidate != nullptr && is_in_path(*candidate, name)) {
      return serving::failure(serving::FailureKind::BadArgument,
                              fmt::format("`{}` is given in the path already", name));
    }
    call.arguments.set(name, value);
  }
  return call;
}

std::string describe_candidate(const RestCandidate& candidate) {
  model::Operation operation;
  operation.patterns = {candidate.pattern};
  std::vector<std::string> required;
  std::vector<std::string> optional;
  for (const auto& parameter : model::parameters_of(operation)) {
    if (!parameter.is_in_path) {
      (parameter.is_required ? required : optional).push_back(parameter.name);
    }
  }
  if (model::is_paged(*candidate.pattern)) {
    optional.insert(optional.end(), {"limit", "page"});
  }
  return fmt::format("{} ({}{}{})", candidate.pattern->name, fmt::join(required, ", "),
                     optional.empty() ? "" : "; ", fmt::join(optional, ", "));
}

}  // namespace partita::rest

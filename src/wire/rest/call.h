#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "modelled/serving/arguments.h"
#include "partita/base/result.h"
#include "wire/protocol/authentication.h"
#include "wire/protocol/http_request.h"
#include "wire/rest/item.h"
#include "wire/rest/query.h"
#include "wire/rest/routes.h"

namespace partita::rest {

// A request to run a pattern or read a rollup.
struct RestCall {
  const RestRoute& route;
  std::shared_ptr<const RestRoutes> routes = {};  // Kept for as long as the route is needed.
  const RestCandidate* candidate = nullptr;       // Null for a rollup.
  serving::Arguments arguments;                   // Of the path and of the query.
  std::optional<int> limit;
  std::string page;
  bool is_consistent = false;
  JsonForm form = JsonForm::Plain;
  protocol::Principal caller = {};

  const RestModel& model() const { return *route.model; }
  const model::Pattern& pattern() const { return *candidate->pattern; }
  bool is_search() const {
    return candidate != nullptr && pattern().kind == model::PatternKind::Search;
  }
  // "rez_agent.list_by_stage", for the log.
  std::string name() const;
};

// Selects the pattern of a route: among those whose `select_when` parameters are all given, the one
// with the most. Null if there is none.
const RestCandidate* select_candidate(const RestRoute& route, const RestQuery& query);

// REQUIRES: `found` has a route with patterns or a rollup.
// ERRORS: Failure BadArgument.
Result<RestCall> make_call(const RestRoutes::Found& found, const RestCandidate* candidate,
                           RestQuery query);

// "list_by_stage (stage; from, to, limit, page)": what a pattern takes, for people who got it
// wrong.
std::string describe_candidate(const RestCandidate& candidate);

}  // namespace partita::rest

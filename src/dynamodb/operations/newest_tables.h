#pragma once

#include "dynamodb/operations/context.h"
#include "partita/api/exception.h"
#include "partita/base/result.h"
#include "partita/base/task.h"

namespace partita::operations {

// Whether an operation was refused because of what tables there are and what they are like.
inline bool is_about_tables(const Error& error) {
  const auto exception = api::exception_of(error);
  return exception == api::Exception::ResourceNotFound || exception == api::Exception::Validation ||
         exception == api::Exception::ResourceInUse;
}

template <auto operation, typename Response, typename Request>
Task<Result<Response>> run_with_followed_tables(Context& context, const Request& request) {
  Status followed = co_await context.catalog.keep_up();
  CO_TRY(followed);
  auto answer = co_await operation(context, request);
  if (answer.ok() || !is_about_tables(answer.error())) co_return answer;
  // A request without a table is planned again in any case, which costs little: if another request
  // has followed meanwhile, nothing has changed since, but the plan is of before.
  const bool lacks_table = api::exception_of(answer.error()) == api::Exception::ResourceNotFound;
  auto has_changed = co_await context.catalog.follow();
  if (!has_changed.ok() && lacks_table) co_return has_changed.error();
  if (!lacks_table && !(has_changed.ok() && *has_changed)) co_return answer;
  co_return co_await operation(context, request);
}

// Runs an operation by the tables as they are, although other servers may change them: it is
// planned by a catalog that is at most Catalog::kFollowedFor behind, and refused by the newest one
// only. Nothing but the operation itself if the store is not shared.
template <auto operation, typename Response, typename Request>
Task<Result<Response>> run_with_newest_tables(Context& context, const Request& request) {
  if (!context.catalog.is_shared()) return operation(context, request);
  return run_with_followed_tables<operation, Response>(context, request);
}

}  // namespace partita::operations

#include "dynamodb/operations/scaling_change.h"

#include <fmt/format.h>

#include "dynamodb/scaling/scaler.h"
#include "engine/retry.h"
#include "partita/api/exception.h"
#include "partita/base/base64.h"

namespace partita::operations {
namespace {

// A token of another service, or one that somebody has made up, is not taken for a place.
constexpr std::string_view kTokenBegin = "scaling:";

}  // namespace

Task<Status> change_target(Context& context, const scaling::TargetName& name, TargetEdit edit) {
  const auto body = [&](engine::Transaction& transaction) -> Task<Status> {
    auto stored = co_await scaling::read_target(transaction, name);
    CO_TRY(stored);
    const bool was_there = stored->has_value();
    auto edited = edit(std::move(*stored));
    CO_TRY(edited);
    if (*edited) {
      scaling::put_target(transaction, name, **edited);
    } else if (was_there) {
      scaling::erase_target(transaction, name);
    }
    co_return Status{};
  };
  Status changed = co_await engine::run(context.engine, body);
  if (!changed.ok() && changed.error().kind() == ErrorKind::Conflict) {
    co_return Error::unavailable(changed.error().message());
  }
  CO_TRY(changed);
  if (context.scaler != nullptr) context.scaler->look();
  co_return Status{};
}

Error no_target(std::string_view words, const scaling::TargetName& name) {
  return api::failure(
      api::Exception::ObjectNotFound,
      fmt::format("{} for service namespace: dynamodb, resource ID: {}, scalable dimension: {}",
                  words, name.resource_id(), api::wire_name(name.dimension())));
}

std::string next_token(std::string_view place) {
  return base64_encode(std::string(kTokenBegin).append(place));
}

Result<std::string> place_of_token(const std::optional<std::string>& token) {
  if (!token) return std::string();
  const auto decoded = base64_decode(*token);
  if (!decoded.ok() || !decoded->starts_with(kTokenBegin)) {
    return api::failure(api::Exception::InvalidNextToken, "Invalid next token provided");
  }
  return std::string(decoded->substr(kTokenBegin.size()));
}

}  // namespace partita::operations

#include "wire/rest/handover.h"

#include <utility>

#include "language/value/json_text.h"
#include "modelled/serving/failure.h"

namespace partita::rest {

Task<Result<std::string>> begun_backup(database::Database& database) {
  const auto place = co_await database.handover().begin();
  if (!place.ok() && place.error().kind() == ErrorKind::Conflict) {
    co_return serving::failure(serving::FailureKind::AlreadyExists, place.error().message());
  }
  CO_TRY(place);
  JsonText json;
  json.open_object();
  json.member("store", place->store.string());
  json.member("attended", place->attended.string());
  json.close_object();
  co_return std::move(json).take();
}

std::string ended_backup(database::Database& database) {
  database.handover().end();
  JsonText json;
  json.open_object();
  json.name("store");
  json.null();
  json.close_object();
  return std::move(json).take();
}

}  // namespace partita::rest

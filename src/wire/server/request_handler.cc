#include "wire/server/request_handler.h"

#include <utility>

#include "language/value/json_text.h"

namespace partita::server {

void write_message(protocol::HttpResponse& response, std::string_view message) {
  response.body.clear();
  JsonText json(JsonLayout::Compact, std::move(response.body));
  json.open_object();
  json.member("message", message);
  json.close_object();
  response.body = std::move(json).take() + "\n";
}

}  // namespace partita::server

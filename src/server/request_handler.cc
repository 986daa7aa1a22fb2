#include "server/request_handler.h"

#include "partita/base/json_string.h"

namespace partita::server {

void write_message(protocol::HttpResponse& response, std::string_view message) {
  response.body = "{\"message\":";
  append_json_string(response.body, message);
  response.body += "}\n";
}

}  // namespace partita::server

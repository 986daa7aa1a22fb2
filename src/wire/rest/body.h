#pragma once

#include <variant>

#include "partita/base/bytes.h"
#include "protocol/http_request.h"
#include "server/rest_problem.h"

namespace partita::server {

enum class BodyForm {
  Json,       // application/json; nothing at all needs no type.
  ModelFile,  // application/yaml, or JSON, as a model file may be both; not larger than one may be.
};

// The body of a request, its Content-Encoding undone: the body itself or a view of `decoded`, which
// is written over. Or why it is refused: by its type, its encoding or its size.
std::variant<ByteView, Problem> read_body(const protocol::HttpRequest& request, BodyForm form,
                                          Bytes& decoded);

}  // namespace partita::server

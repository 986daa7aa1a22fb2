#pragma once

#include "partita/base/bytes.h"
#include "partita/base/result.h"
#include "wire/protocol/http_request.h"

namespace partita::rest {

enum class BodyForm {
  Json,       // application/json; nothing at all needs no type.
  ModelFile,  // application/yaml, or JSON, as a model file may be both; not larger than one may be.
};

// The body of a request, its Content-Encoding undone: the body itself or a view of `decoded`, which
// is written over.
// ERRORS: a refusal (problem.h) for its type, its encoding or its size.
Result<ByteView> read_body(const protocol::HttpRequest& request, BodyForm form, Bytes& decoded);

}  // namespace partita::rest

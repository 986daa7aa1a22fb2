#include "wire/rest/body.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "model/definition/read_model.h"
#include "modelled/serving/failure.h"
#include "wire/protocol/content_encoding.h"
#include "wire/protocol/http_syntax.h"
#include "wire/rest/problem.h"

namespace partita::rest {
namespace {

using protocol::HttpRequest;
using protocol::HttpStatus;

constexpr std::string_view kJson = "application/json";
// RFC 9512, and what it was called before.
constexpr std::string_view kModelTypes[] = {kJson, "application/yaml", "application/x-yaml",
                                            "text/yaml"};

std::string_view media_type_in(std::string_view content_type) {
  auto type = content_type.substr(0, content_type.find(';'));
  while (type.ends_with(' ')) type.remove_suffix(1);
  return type;
}

bool is_type(std::string_view given, std::string_view wanted) {
  return protocol::equals_ignoring_case(given, wanted);
}

// A web page can send a form or plain text to anyone, but none of these.
bool has_right_type(const HttpRequest& request, BodyForm form) {
  const auto header = request.find_header("content-type");
  if (!header) return form == BodyForm::Json && request.body().empty();
  const auto type = media_type_in(*header);
  if (form == BodyForm::Json) return is_type(type, kJson);
  return std::any_of(std::begin(kModelTypes), std::end(kModelTypes),
                     [&](std::string_view each) { return is_type(type, each); });
}

Error wrong_type(BodyForm form) {
  const bool is_json = form == BodyForm::Json;
  return refusal({.status = HttpStatus::UnsupportedMediaType,
                  .code = is_json ? "not_json" : "not_yaml",
                  .title = is_json ? "Not JSON" : "Not YAML",
                  .detail = is_json
                                ? "writes need the header Content-Type: application/json"
                                : "a model file needs the header Content-Type: application/yaml"});
}

Error bad_encoding(const Error& error) {
  Problem problem = problem_of(serving::failure(serving::FailureKind::BadBody, error.message()));
  if (error.kind() == ErrorKind::TooLarge) problem.status = HttpStatus::PayloadTooLarge;
  return refusal(std::move(problem));
}

Error too_large(std::size_t bytes) {
  return refusal({.status = HttpStatus::PayloadTooLarge,
                  .code = "too_large",
                  .title = "Model file too large",
                  .detail = fmt::format("a model file has at most {} bytes, not {}",
                                        model::kModelBytesMax, bytes)});
}

}  // namespace

Result<ByteView> read_body(const HttpRequest& request, BodyForm form, Bytes& decoded) {
  if (!has_right_type(request, form)) return wrong_type(form);
  const auto encoding = request.find_header("content-encoding").value_or("");
  const auto body = protocol::decode_body(encoding, request.body(), decoded);
  if (!body.ok()) return bad_encoding(body.error());
  const bool fits = form != BodyForm::ModelFile || body->size() <= model::kModelBytesMax;
  if (!fits) return too_large(body->size());
  return *body;
}

}  // namespace partita::rest

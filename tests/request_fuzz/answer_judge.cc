#include "request_fuzz/answer_judge.h"

#include <cstddef>
#include <nlohmann/json.hpp>
#include <set>

#include "partita/api/exception.h"
#include "wire/protocol/errors.h"

namespace partita::request_fuzz {
namespace {

// A message has at most 64 KB; JSON may take six bytes for one of them.
constexpr std::size_t kErrorBytesMax = std::size_t{400} << 10;
// A page has 1 MB of items, a batch 16 MB of them.
constexpr std::size_t kAnswerBytesMax = std::size_t{24} << 20;

std::string type_of(std::string_view body) {
  const auto json = nlohmann::json::parse(body, nullptr, false);
  return json.is_object() && json.contains("__type") ? json["__type"].get<std::string>() : "";
}

// The types of all exceptions that tell a client of a mistake of its own.
const std::set<std::string>& known_types() {
  static const std::set<std::string> kTypes = [] {
    std::set<std::string> types;
    const auto last = static_cast<int>(api::Exception::ServiceUnavailable);
    for (int i = 0; i <= last; ++i) {
      const auto error = api::failure(static_cast<api::Exception>(i), "");
      const auto response = protocol::error_response(error);
      if (response.status == 400) types.insert(type_of(response.body));
    }
    return types;
  }();
  return kTypes;
}

}  // namespace

std::string complaint_about(const Result<conformance::Answer>& answer) {
  if (!answer.ok()) return "no answer: " + answer.error().message();
  const bool is_refusal = answer->status == 400;
  if (answer->status != 200 && !is_refusal) return "status " + std::to_string(answer->status);
  if (answer->body.size() > (is_refusal ? kErrorBytesMax : kAnswerBytesMax)) {
    return "an answer of " + std::to_string(answer->body.size()) + " bytes";
  }
  // AWS: some operations answer with no body at all.
  if (!is_refusal && answer->body.empty()) return "";
  if (!nlohmann::json::parse(answer->body, nullptr, false).is_object()) return "no JSON object";
  if (is_refusal && !known_types().contains(type_of(answer->body))) return "an unknown exception";
  return "";
}

}  // namespace partita::request_fuzz

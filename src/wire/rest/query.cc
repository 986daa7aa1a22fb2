#include "wire/rest/query.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "modelled/serving/failure.h"
#include "partita/base/utf8.h"
#include "wire/protocol/percent_encoding.h"

namespace partita::rest {
namespace {

Error bad_query(std::string message) {
  return serving::failure(serving::FailureKind::BadArgument, std::move(message));
}

std::string decoded(std::string_view text) {
  std::string blanks(text);
  std::replace(blanks.begin(), blanks.end(), '+', ' ');
  std::string result;
  protocol::append_percent_decoded(result, blanks);
  return result;
}

bool signs_a_url(std::string_view name) { return name.starts_with("X-Amz-"); }

}  // namespace

Result<RestQuery> RestQuery::parse(std::string_view query) {
  if (query.size() > kBytesMax) {
    return bad_query(fmt::format("the query string is longer than {} bytes", kBytesMax));
  }
  RestQuery parsed;
  auto& parameters = parsed.parameters_;
  while (const auto parameter = protocol::take_parameter(query)) {
    std::string name = decoded(parameter->name);
    if (signs_a_url(name)) continue;
    if (parameters.size() == kParametersMax) {
      return bad_query(fmt::format("there are more than {} parameters", kParametersMax));
    }
    parameters.emplace_back(std::move(name), decoded(parameter->value));
    const auto& [added, value] = parameters.back();
    if (!is_valid_utf8(added) || !is_valid_utf8(value)) {
      return bad_query("the query string is not UTF-8 once decoded");
    }
  }
  std::sort(parameters.begin(), parameters.end());
  const auto twice = std::adjacent_find(
      parameters.begin(), parameters.end(),
      [](const auto& left, const auto& right) { return left.first == right.first; });
  if (twice != parameters.end()) {
    return bad_query(fmt::format("parameter `{}` is given twice", twice->first));
  }
  return parsed;
}

const std::string* RestQuery::find(std::string_view name) const {
  const auto at = std::find_if(parameters_.begin(), parameters_.end(),
                               [&](const auto& parameter) { return parameter.first == name; });
  return at == parameters_.end() ? nullptr : &at->second;
}

std::optional<std::string> RestQuery::take(std::string_view name) {
  const auto at = std::find_if(parameters_.begin(), parameters_.end(),
                               [&](const auto& parameter) { return parameter.first == name; });
  if (at == parameters_.end()) return std::nullopt;
  std::string value = std::move(at->second);
  parameters_.erase(at);
  return value;
}

Result<bool> RestQuery::take_flag(std::string_view name) {
  const auto text = take(name);
  if (!text || *text == "0" || *text == "false") return false;
  if (*text == "1" || *text == "true") return true;
  return bad_query(fmt::format("`{}` is 1 or 0, not `{}`", name, *text));
}

Result<std::optional<int>> RestQuery::take_count(std::string_view name) {
  const auto text = take(name);
  if (!text) return std::optional<int>();
  int count = 0;
  const char* const end = text->data() + text->size();
  const auto read = std::from_chars(text->data(), end, count);
  if (read.ec == std::errc() && read.ptr == end) return std::optional<int>(count);
  return bad_query(fmt::format("`{}` is a whole number, not `{}`", name, *text));
}

}  // namespace partita::rest

#include <algorithm>
#include <string_view>

#include "wire/console/console.h"
#include "wire/server/request_handler.h"

namespace partita::console {
namespace {

using protocol::HttpRequest;
using protocol::HttpResponse;

// Operations of DynamoDB's API that change nothing begin with one of these.
constexpr std::string_view kReadingVerbs[] = {
    "BatchGetItem", "Describe", "Get", "List", "Query", "Scan", "TransactGetItems"};
// Routes that are POSTs because of their bodies, and change nothing.
constexpr std::string_view kReadingPosts[] = {":lint", ":plan", "/decode"};

bool is_of_console(const HttpRequest& request) {
  return request.find_header("x-partita-client").value_or("").starts_with("console/");
}

bool begins_with_any(std::string_view text, std::span<const std::string_view> prefixes) {
  return std::any_of(prefixes.begin(), prefixes.end(),
                     [&](std::string_view prefix) { return text.starts_with(prefix); });
}

bool ends_with_any(std::string_view text, std::span<const std::string_view> suffixes) {
  return std::any_of(suffixes.begin(), suffixes.end(),
                     [&](std::string_view suffix) { return text.ends_with(suffix); });
}

bool may_change(const HttpRequest& request) {
  if (request.method() == "GET" || request.method() == "HEAD") return false;
  if (request.path() != "/") return !ends_with_any(request.path(), kReadingPosts);
  const auto target = request.find_header("x-amz-target").value_or("");
  return !begins_with_any(target.substr(target.find('.') + 1), kReadingVerbs);
}

}  // namespace

bool Console::refuses(const HttpRequest& request, HttpResponse& response) const {
  if (settings_.mode != Mode::ReadOnly || !is_of_console(request) || !may_change(request)) {
    return false;
  }
  server::write_message(response, "The console of this server may only read (--console-read-only)");
  return true;
}

}  // namespace partita::console

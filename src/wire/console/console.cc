#include "wire/console/console.h"

#include <algorithm>

#include "language/value/json_text.h"
#include "wire/protocol/content_encoding.h"
#include "wire/server/request_handler.h"

namespace partita::console {
namespace {

using protocol::HttpRequest;
using protocol::HttpResponse;
using protocol::HttpStatus;

constexpr std::string_view kRoot = "/console/";
constexpr std::string_view kFirstPage = "index.html";

// Nothing from elsewhere is loaded or asked, no other site frames the pages, and no text of an item
// can become a script.
constexpr std::string_view kGuards =
    "Content-Security-Policy: default-src 'none'; script-src 'self'; style-src 'self'; "
    "img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'\r\n"
    "X-Content-Type-Options: nosniff\r\n"
    "Referrer-Policy: no-referrer\r\n"
    "Cross-Origin-Opener-Policy: same-origin\r\n"
    "Cross-Origin-Resource-Policy: same-origin\r\n";

const Asset* find_asset(std::string_view path) {
  const auto all = assets();
  const auto at =
      std::find_if(all.begin(), all.end(), [&](const Asset& asset) { return asset.path == path; });
  return at == all.end() ? nullptr : &*at;
}

bool is_view(std::string_view path) {
  const auto last = path.substr(path.find_last_of('/') + 1);
  return last.find('.') == last.npos;
}

bool has_tag(const HttpRequest& request, std::string_view tag) {
  const auto known = request.find_header("if-none-match");
  return known && known->find(tag) != known->npos;
}

HttpStatus answer_asset(const Asset& asset, const HttpRequest& request, HttpResponse& response) {
  const bool is_first = asset.path == kFirstPage;
  response.content_type = asset.type;
  response.headers.append(kGuards).append("ETag: ").append(asset.tag).append("\r\n");
  // All but the first page have the hash of all files in their path.
  response.headers.append(is_first ? "Cache-Control: no-cache\r\n"
                                   : "Cache-Control: max-age=31536000, immutable\r\n");
  response.headers.append("Vary: Accept-Encoding\r\n");
  if (has_tag(request, asset.tag)) return HttpStatus::NotModified;
  const auto accepted = request.find_header("accept-encoding").value_or("");
  if (protocol::accepted_encoding(accepted) == protocol::BodyEncoding::Gzip) {
    response.headers.append("Content-Encoding: gzip\r\n");
    response.body = asset.gzip;
    return HttpStatus::Ok;
  }
  Bytes plain;
  const auto body = protocol::decode_body("gzip", asset.gzip, plain);
  if (!body.ok()) return HttpStatus::InternalServerError;
  response.body = *body;
  return HttpStatus::Ok;
}

}  // namespace

bool Console::is_console(std::string_view path) {
  return path.starts_with(kRoot) || path == kRoot.substr(0, kRoot.size() - 1);
}

HttpStatus Console::answer(const HttpRequest& request, HttpResponse& response,
                           bool must_sign) const {
  if (!is_on()) {
    server::write_message(response, "The console is switched off here (--no-console)");
    return HttpStatus::NotFound;
  }
  if (request.method() != "GET" && request.method() != "HEAD") {
    response.headers = "Allow: GET, HEAD\r\n";
    server::write_message(response, "The console's files can only be read, with GET or HEAD");
    return HttpStatus::MethodNotAllowed;
  }
  if (request.path().size() < kRoot.size()) {
    response.headers = "Location: /console/\r\n";
    return HttpStatus::Found;
  }
  const auto path = request.path().substr(kRoot.size());
  if (path == "config.json") return answer_config(response, must_sign);
  const Asset* asset = find_asset(path);
  if (asset == nullptr && is_view(path)) asset = find_asset(kFirstPage);
  if (asset != nullptr) return answer_asset(*asset, request, response);
  server::write_message(response, "The console has no such file; it begins at /console/");
  return HttpStatus::NotFound;
}

HttpStatus Console::answer_config(HttpResponse& response, bool must_sign) const {
  JsonText json(JsonLayout::Compact);
  json.open_object();
  json.member("version", settings_.version);
  json.member("auth", must_sign ? "sigv4" : "none");
  json.member("mode", settings_.mode == Mode::ReadOnly ? "read-only" : "on");
  json.member("name", settings_.name);
  json.close_object();
  response.headers.append(kGuards).append("Cache-Control: no-store\r\n");
  response.body = std::move(json).take();
  return HttpStatus::Ok;
}

}  // namespace partita::console

#include "wire/rest/etag.h"

#include <algorithm>

#include "modelled/serving/failure.h"

namespace partita::rest {
namespace {

using protocol::HttpRequest;

Error bad_header(std::string message) {
  return serving::failure(serving::FailureKind::BadArgument, std::move(message));
}

std::string_view trimmed(std::string_view text) {
  while (text.starts_with(' ') || text.starts_with('\t')) text.remove_prefix(1);
  while (text.ends_with(' ') || text.ends_with('\t')) text.remove_suffix(1);
  return text;
}

// The revision in an entity tag; nullopt if it is none. A weak one is good enough to know an item
// by, as ours are all strong.
std::optional<std::string_view> revision_in(std::string_view tag) {
  if (tag.starts_with("W/")) tag.remove_prefix(2);
  if (tag.size() < 2 || !tag.starts_with('"') || !tag.ends_with('"')) return std::nullopt;
  tag.remove_prefix(1);
  tag.remove_suffix(1);
  if (tag.find('"') != std::string_view::npos) return std::nullopt;
  return tag;
}

}  // namespace

void append_etag(std::string& headers, std::string_view revision) {
  headers.append("ETag: \"").append(revision).append("\"\r\nCache-Control: no-cache\r\n");
}

// Revisions have no commas, so a list of tags can be cut at them.
bool has_seen(const HttpRequest& request, std::string_view revision) {
  std::string_view tags = request.find_header("if-none-match").value_or("");
  while (!tags.empty()) {
    const auto end = std::min(tags.find(','), tags.size());
    const auto tag = trimmed(tags.substr(0, end));
    if (tag == "*" || revision_in(tag) == revision) return true;
    tags.remove_prefix(std::min(end + 1, tags.size()));
  }
  return false;
}

Result<std::optional<std::string>> expected_revision(const HttpRequest& request) {
  const auto header = request.find_header("if-match");
  if (!header) return std::optional<std::string>();
  if (*header == "*") return std::optional<std::string>("*");
  const auto revision = revision_in(*header);
  if (!revision) {
    return bad_header("If-Match is the one ETag that the item was read with, in its quotes, or *");
  }
  return std::optional<std::string>(*revision);
}

Result<bool> must_be_new(const HttpRequest& request) {
  const auto header = request.find_header("if-none-match");
  if (!header) return false;
  if (*header == "*") return true;
  return bad_header("If-None-Match can only be * in a write: create it if there is none yet");
}

}  // namespace partita::rest

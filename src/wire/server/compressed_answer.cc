#include "wire/server/compressed_answer.h"

#include <cstddef>

#include "wire/protocol/content_encoding.h"

namespace partita::server {
namespace {

// Less than this fits into a few packets anyway.
constexpr std::size_t kBytesMin = 4 * 1024;
constexpr std::size_t kItemBytesMax = std::size_t{2} << 20;

}  // namespace

bool may_compress(const protocol::HttpRequest& request, const protocol::ItemBytes& items) {
  if (items.all > kItemBytesMax) return false;
  const auto accepted = request.find_header("accept-encoding");
  return accepted && protocol::accepted_encoding(*accepted) != protocol::BodyEncoding::Identity;
}

void compress_if_accepted(const protocol::HttpRequest& request, protocol::HttpResponse& response) {
  if (response.body.size() < kBytesMin) return;
  const auto accepted = request.find_header("accept-encoding");
  if (!accepted) return;
  const auto encoding = protocol::accepted_encoding(*accepted);
  if (encoding == protocol::BodyEncoding::Identity) return;
  response.body = protocol::encode_body(encoding, response.body);
  response.headers.append("Content-Encoding: ")
      .append(encoding == protocol::BodyEncoding::Gzip ? "gzip" : "deflate")
      .append("\r\nVary: Accept-Encoding\r\n");
}

}  // namespace partita::server

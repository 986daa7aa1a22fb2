#pragma once

#include <algorithm>
#include <optional>
#include <string_view>

#include "partita/base/bytes.h"
#include "wire/protocol/http_head.h"
#include "wire/protocol/http_syntax.h"

namespace partita::protocol {

// A complete request, as views into the connection's buffer: nothing is copied, and the views are
// invalid when the connection reads on.
class HttpRequest {
 public:
  HttpRequest(const HttpHead& head, std::string_view head_bytes, ByteView body)
      : head_(&head), head_bytes_(head_bytes), body_(body) {}

  std::string_view method() const { return head_->method.in(head_bytes_); }
  // As sent, with percent encoding.
  std::string_view target() const { return head_->target.in(head_bytes_); }
  std::string_view path() const { return target().substr(0, query_begin()); }
  // The query string without the question mark, or empty.
  std::string_view query() const {
    return target().substr(std::min(query_begin() + 1, target().size()));
  }
  ByteView body() const { return body_; }

  std::size_t header_count() const { return head_->header_count; }
  HttpHeader header(std::size_t index) const {
    const auto& header = head_->headers[index];
    return {header.name.in(head_bytes_), header.value.in(head_bytes_)};
  }
  // The value of the first header with this name, which is given in lower case.
  std::optional<std::string_view> find_header(std::string_view lower) const {
    for (std::size_t i = 0; i < header_count(); ++i) {
      // Every request asks for several headers, and most names are of another length.
      if (head_->headers[i].name.size != lower.size()) continue;
      const HttpHeader candidate = header(i);
      if (equals_ignoring_case(candidate.name, lower)) return candidate.value;
    }
    return std::nullopt;
  }

  // Whether the client wants to send more requests on this connection.
  bool keeps_alive() const { return head_->keeps_alive; }
  // Whether an answer may come in chunks.
  bool understands_chunks() const { return head_->understands_chunks; }

 private:
  std::size_t query_begin() const { return std::min(target().find('?'), target().size()); }

  const HttpHead* head_;
  std::string_view head_bytes_;
  ByteView body_;
};

}  // namespace partita::protocol

#pragma once

#include <cstdint>
#include <string_view>

#include "partita/base/result.h"

// The small grammar of HTTP/1.1 (RFC 9110 and 9112), read strictly: what two programs could read in
// two ways is refused, because the second program may be a proxy in front of us.
namespace partita::protocol {

struct HttpHeader {
  std::string_view name;
  std::string_view value;
};

// One or more of the characters that names and methods are made of.
bool is_http_token(std::string_view text);
// One or more visible ASCII characters without `#`: a path and a query as they travel.
bool is_http_target(std::string_view text);

// `lower` is a literal in lower case.
bool equals_ignoring_case(std::string_view text, std::string_view lower);

// field-line := token ":" blank* value blank*      without its CRLF
// ERRORS: InvalidArgument for a blank before the colon, a folded line, a control character.
Result<HttpHeader> parse_header_line(std::string_view line);

// Whether a list such as `keep-alive, Upgrade` has this element.
bool http_list_has(std::string_view list, std::string_view lower);

// One or more digits and nothing else: no sign, no blank, no list.
// ERRORS: InvalidArgument if it is not that; a number beyond 64 bits comes back as the largest.
Result<std::uint64_t> parse_content_length(std::string_view text);

}  // namespace partita::protocol

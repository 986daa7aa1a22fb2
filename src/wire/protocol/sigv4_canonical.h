#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "wire/protocol/http_request.h"
#include "wire/protocol/sigv4_claim.h"

// The one spelling of a request that both sides compute a signature over, however the request was
// cut, cased, ordered or padded on its way:
//
//   canonical := method LF path LF query LF (header LF)+ LF signed_headers LF payload_hash
//   header    := lower_case_name ":" values, joined with commas, blanks folded
namespace partita::protocol {

// Memory for one request, used again for the next.
struct CanonicalBuffers {
  std::string text;
  std::string signed_headers;
  std::string query;
  struct Parameter {
    std::size_t begin;
    std::size_t name_size;
    std::size_t size;
  };
  std::vector<Parameter> parameters;
};

// Without dot segments and doubled slashes, and encoded once more than it came: so all services do
// it but S3.
void append_canonical_path(std::string& target, std::string_view path);

// Decoded, encoded in the one way and sorted; without the signature itself.
void append_canonical_query(CanonicalBuffers& buffers, std::string_view query);

// How path and query are spelt.
enum class CanonicalSpelling {
  Normal,  // As AWS has it: the two functions above.
  AsSent,  // As they came. So curl signs them (--aws-sigv4, before 8.3); it binds them no less.
};

// Fills buffers.text. False if the claim names a header that the request does not have, or does not
// name them in ascending order and once each: no client that keeps to the rules signs so, and an
// endless list of names would be an endless text.
bool write_canonical_request(CanonicalBuffers& buffers, const HttpRequest& request,
                             const SigningClaim& claim, std::string_view payload_hash,
                             CanonicalSpelling spelling = CanonicalSpelling::Normal);

}  // namespace partita::protocol

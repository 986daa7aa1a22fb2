#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "partita/base/bytes.h"
#include "store/places/place.h"
#include "wire/outgoing/request_signature.h"

namespace partita::outgoing {

// A request of S3's API. The bucket is in the path, which every server that speaks S3 takes.
struct S3Request {
  std::string_view method = "GET";
  places::ObjectName object = {};  // Without a key: of the bucket.
  QueryParameters query = {};
  std::vector<std::pair<std::string, std::string>> headers = {};
  ByteView body = {};
  std::size_t answer_bytes_max = std::size_t{4} << 20;
};

// The request without its body, as it travels, signed with the time of now.
std::string s3_head(const S3Request& request, std::string_view host, const RequestSigner& signer);

}  // namespace partita::outgoing

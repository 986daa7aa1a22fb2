#pragma once

#include "wire/protocol/request_decoding.h"
#include "wire/protocol/response_encoding.h"

namespace partita::protocol {

// Makes the functions of request_decoder.h and response_encoder.h for one operation. An operation
// that has no such line does not link.
#define PARTITA_OPERATION_CODEC(Name)                                       \
  template Result<api::Name##Request> decode_request(ByteView json);        \
  template void append_json(std::string& json, const api::Name##Response&); \
  template ItemBytes item_bytes_of(const api::Name##Response&);             \
  template std::unique_ptr<BodySource> json_source(api::Name##Response);

}  // namespace partita::protocol

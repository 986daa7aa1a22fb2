#pragma once

#include "protocol/response_encoder.h"
#include "protocol/structure_writer.h"

// The definition of append_json, for the files that instantiate it for their responses.
namespace partita::protocol {

template <typename Response>
void append_json(std::string& json, const Response& response) {
  if constexpr (kMemberCount < Response >> 0) {
    JsonSink sink(json);
    put_structure(sink, response);
  }
}

}  // namespace partita::protocol

#pragma once

#include "wire/protocol/request_decoder.h"
#include "wire/protocol/structure_reader.h"
#include "wire/protocol/violation_finder.h"

// The definition of decode_request, for the files that instantiate it for their requests. Others
// include request_decoder.h, and do not have to compile simdjson.
namespace partita::protocol {

template <typename Request>
Result<Request> decode_request(ByteView json) {
  JsonReader reader;
  JsonObject root;
  Result<Request> result{Request{}};
  const bool is_read =
      reader.open(json, root) && read_structure(reader, root, *result) && reader.close();
  if (!is_read) return reader.error();
  if (reader.has_violation()) return find_violations(json, StructureTypeOf<Request>::kType);
  return result;
}

}  // namespace partita::protocol

#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "partita/api/stream_specification.h"
#include "partita/api/timestamp.h"
#include "partita/base/bytes.h"
#include "partita/base/clock.h"
#include "partita/base/result.h"
#include "store/catalog/table.h"
#include "store/keys/key_range.h"
#include "store/keys/key_space.h"

namespace partita::streams {

// What a stream is. It has a life of its own: it begins with a table or later, and is still there,
// and can be read, for a while after it was disabled and after its table is gone.
struct StreamDescriptor {
  keys::StreamId id{};
  std::string table_name;
  std::string label;  // Together with the name of the table it is unique.
  catalog::KeySchema key;
  api::StreamViewType view_type{};
  api::Timestamp created;
  std::optional<api::Timestamp> disabled;  // Since when nothing is added; none: it is enabled.

  std::string arn() const;
  // Of its only shard, which is open as long as the stream is enabled.
  std::string shard_id() const;
};

// AWS: "A timestamp, in ISO 8601 format, for this stream."
std::string label_of(WallTime time);
api::Timestamp timestamp_of(WallTime time);

// A descriptor is stored as an encoded item (value/item_format.h) with the members that
// stream_descriptor.cc lists. Name and label are not in it: they are its key.
Bytes descriptor_key(std::string_view table_name, std::string_view label);
Bytes encode_stream(const StreamDescriptor& stream);
// ERRORS: Corrupt, naming the stream and what cannot be read.
Result<StreamDescriptor> decode_stream(ByteView key, ByteView descriptor);

// The keys of all descriptors, and of those of a table.
keys::KeyRange descriptor_range();
keys::KeyRange descriptor_range(std::string_view table_name);

}  // namespace partita::streams

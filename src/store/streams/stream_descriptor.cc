#include "store/streams/stream_descriptor.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <chrono>
#include <cmath>
#include <ctime>
#include <type_traits>

#include "partita/value/item_codec.h"
#include "partita/value/item_view.h"
#include "store/catalog/key_schema_members.h"
#include "store/catalog/structure_codec.h"
#include "store/catalog/table_name.h"

// key := 00 "stream/" table "/" label      no table has a slash in its name

namespace partita::streams {
namespace {

using api::optional;
using api::required;
using std::chrono::milliseconds;

constexpr std::string_view kPrefix = "stream/";
constexpr std::string_view kSlash = "/";

std::int64_t milliseconds_of(WallTime time) {
  return std::chrono::floor<milliseconds>(time).time_since_epoch().count();
}

}  // namespace

// The members of a descriptor. DO NOT CHANGE a name: stored. How each is written is in
// catalog/structure_codec.h.
constexpr auto members_of(std::type_identity<StreamDescriptor>) {
  using Self = StreamDescriptor;
  return std::tuple(required("Id", &Self::id), required("Key", &Self::key),
                    required("ViewType", &Self::view_type), required("Created", &Self::created),
                    optional("Disabled", &Self::disabled));
}

std::string StreamDescriptor::arn() const { return catalog::stream_arn(table_name, label); }

// As at AWS: when it was made, in milliseconds, and eight digits that tell it from others.
std::string StreamDescriptor::shard_id() const {
  return fmt::format("shardId-{:020}-{:08x}", std::llround(created.seconds * 1000),
                     static_cast<std::uint32_t>(id));
}

std::string label_of(WallTime time) {
  const std::int64_t total = milliseconds_of(time);
  const auto seconds = static_cast<std::time_t>(total / 1000);
  return fmt::format("{:%Y-%m-%dT%H:%M:%S}.{:03}", fmt::gmtime(seconds), total % 1000);
}

api::Timestamp timestamp_of(WallTime time) {
  return {static_cast<double>(milliseconds_of(time)) / 1000};
}

Bytes descriptor_key(std::string_view table_name, std::string_view label) {
  return keys::metadata_key(fmt::format("{}{}{}{}", kPrefix, table_name, kSlash, label));
}

Bytes encode_stream(const StreamDescriptor& stream) { return encode(catalog::to_map(stream)); }

Result<StreamDescriptor> decode_stream(ByteView key, ByteView descriptor) {
  const auto name = key.substr(keys::metadata_key(kPrefix).size());
  const auto read = [&]() -> Result<StreamDescriptor> {
    const auto slash = name.find(kSlash);
    if (slash == ByteView::npos) return Error::corrupt("there is no label in its key");
    StreamDescriptor stream;
    const auto item = TRY(ItemView::parse(descriptor));
    TRY(catalog::read_map(item.to_item(), stream));
    stream.table_name = name.substr(0, slash);
    stream.label = name.substr(slash + kSlash.size());
    return stream;
  };
  auto stream = read();
  if (!stream.ok()) return std::move(stream).error().within(fmt::format("stream {}", name));
  return stream;
}

keys::KeyRange descriptor_range() { return keys::prefix_range(keys::metadata_key(kPrefix)); }

keys::KeyRange descriptor_range(std::string_view table_name) {
  return keys::prefix_range(descriptor_key(table_name, ""));
}

}  // namespace partita::streams

#include "dynamodb/operations/get_records.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <chrono>
#include <optional>
#include <span>
#include <string>

#include "dynamodb/operations/shard_iterator.h"
#include "dynamodb/operations/stream_lookup.h"
#include "partita/base/varint.h"
#include "store/catalog/table_name.h"
#include "store/keys/key_hash.h"
#include "store/streams/sequence_number.h"
#include "store/streams/stream_reader.h"

namespace partita::operations {
namespace {

using streams::ChangeRecord;
using streams::EntryKind;
using streams::StreamDescriptor;

api::OperationType event_name_of(EntryKind kind) {
  switch (kind) {
    case EntryKind::Insert:
      return api::OperationType::Insert;
    case EntryKind::Remove:
      return api::OperationType::Remove;
    default:
      return api::OperationType::Modify;
  }
}

// AWS: "rounded down to the closest second".
api::Timestamp second_of(WallTime time) {
  const auto second = std::chrono::floor<std::chrono::seconds>(time.time_since_epoch());
  return {.seconds = static_cast<double>(second.count())};
}

std::optional<EncodedItem> copy_of(const std::optional<ItemView>& image) {
  if (!image) return std::nullopt;
  return EncodedItem(*image);
}

api::StreamRecord stream_record_of(const StreamDescriptor& stream, std::uint64_t stamp,
                                   const ChangeRecord& change) {
  return {.approximate_creation_date_time = second_of(change.time),
          .keys = EncodedItem(change.keys),
          .new_image = copy_of(change.new_image),
          .old_image = copy_of(change.old_image),
          .sequence_number = streams::sequence_number(stamp),
          .size_bytes = static_cast<std::int64_t>(change.size_bytes()),
          .stream_view_type = stream.view_type};
}

// Turns what is stored into what is told.
class RecordWriter {
 public:
  explicit RecordWriter(const StreamDescriptor& stream) : stream_(stream), arn_(stream.arn()) {}

  api::Record record_of(std::uint64_t stamp, const ChangeRecord& change) const {
    api::Record record{.event_id = event_id_of(stamp),
                       .event_name = event_name_of(change.kind),
                       .event_version = "1.1",
                       .event_source = "aws:dynamodb",
                       .aws_region = std::string(catalog::kRegion),
                       .dynamodb = stream_record_of(stream_, stamp, change),
                       .user_identity = {}};
    if (change.is_expiry) record.user_identity = {"dynamodb.amazonaws.com", "Service"};
    return record;
  }

 private:
  // AWS: "a globally unique identifier", of 32 hexadecimal digits.
  // Ours: a hash, so that a record has the same each time it is read.
  std::string event_id_of(std::uint64_t stamp) const {
    Bytes name = arn_;
    append_varint(name, stamp);
    const auto hash = keys::hash_bytes(name);
    return fmt::format("{:02x}", fmt::join(std::as_bytes(std::span(hash.bytes).first<16>()), ""));
  }

  const StreamDescriptor& stream_;
  std::string arn_;
};

}  // namespace

Task<Result<api::GetRecordsResponse>> get_records(const ReadContext& context,
                                                  const api::GetRecordsRequest& request) {
  const auto iterator = parse_iterator(request.shard_iterator, context.clock.wall_now());
  CO_TRY(iterator);
  const auto stream = co_await find_stream(context, iterator->stream_arn);
  CO_TRY(stream);
  streams::RecordsRequest read{.stream = stream->id, .from = iterator->from};
  if (request.limit) read.records_max = static_cast<std::size_t>(*request.limit);
  api::GetRecordsResponse response;
  const RecordWriter writer(*stream);
  const auto visit = [&](std::uint64_t stamp, const ChangeRecord& change) {
    response.records.push_back(writer.record_of(stamp, change));
  };
  const Moment moment = context.one_moment();
  const auto end = co_await streams::read_records(moment.view(), read, visit);
  if (!end.ok() && end.error().kind() == ErrorKind::NotFound) co_return trimmed();
  CO_TRY(end);
  if (!end->is_over) {
    response.next_shard_iterator = iterator_text(
        {.stream_arn = iterator->stream_arn, .from = end->next}, context.clock.wall_now());
  }
  co_return response;
}

}  // namespace partita::operations

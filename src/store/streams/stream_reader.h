#pragma once

#include <cstddef>
#include <cstdint>

#include "engine/engine.h"
#include "partita/base/function_ref.h"
#include "partita/base/result.h"
#include "partita/base/task.h"
#include "store/keys/key_space.h"
#include "store/streams/change_record.h"

// Reads what was recorded. A place in a stream is a stamp: what has it or a later one is still to
// be read. Stamps that no record has are places, too.
namespace partita::streams {

// AWS: GetRecords "can retrieve up to 1 MB of data or 1000 stream records, whichever is smaller".
inline constexpr std::size_t kRecordsMax = 1000;
inline constexpr std::size_t kRecordBytesMax = std::size_t{1} << 20;

// What there is of a stream at one moment.
struct Extent {
  std::uint64_t begin = 0;  // All before it is trimmed: TRIM_HORIZON, StartingSequenceNumber.
  std::uint64_t end = 0;    // All that is there lies before it: LATEST.
  bool is_closed = false;   // Nothing will come any more; then end - 1 is EndingSequenceNumber.
};

// REQUIRES: all reads of the view are of one moment; the stream exists (the extent of one that does
// not is empty).
// ERRORS: Corrupt; those of the engine.
Task<Result<Extent>> extent_of(const engine::View& moment, keys::StreamId stream);

struct RecordsRequest {
  keys::StreamId stream;
  std::uint64_t from = 0;
  std::size_t records_max = kRecordsMax;
  std::size_t bytes_max = kRecordBytesMax;  // By their size_bytes. One record is read in any case.
};

struct ReadEnd {
  std::uint64_t next = 0;  // Where to go on.
  bool is_over = false;    // The stream is closed and read to its end.
};

// The record lives as long as the call.
using RecordVisitor = FunctionRef<void(std::uint64_t stamp, const ChangeRecord& record)>;

// Calls `visit` for each record in order. Never passes one over: what was seen once at a place is
// all there will ever be before it.
// ERRORS: NotFound if something that came at `from` or after it has been trimmed: read on from the
// begin of the extent. Corrupt; those of the engine. What was visited before does not count then.
// REQUIRES: all reads of the view are of one moment.
Task<Result<ReadEnd>> read_records(const engine::View& moment, RecordsRequest request,
                                   RecordVisitor visit);

}  // namespace partita::streams

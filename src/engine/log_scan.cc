#include "engine/log_scan.h"

#include "partita/base/check.h"

namespace partita::engine {
namespace {

std::uint64_t read_stamp(ByteView bytes) {
  std::uint64_t stamp = 0;
  for (const char byte : bytes) stamp = stamp << 8 | static_cast<unsigned char>(byte);
  return stamp;
}

}  // namespace

Task<Status> scan_log(const View& view, const LogRange& range, LogVisitor visit) {
  Bytes begin(range.prefix);
  append_stamp(begin, range.from);
  // Behind the greatest stamp: no key of the log is longer.
  Bytes end(range.prefix);
  append_stamp(end, UINT64_MAX);
  end.push_back('\0');
  Status parsed;
  const auto look_at = [&](ByteView key, ByteView value) {
    if (key.size() != range.prefix.size() + sizeof(std::uint64_t)) {
      parsed = Error::corrupt("a key of a log does not end in a stamp");
      return Visit::Stop;
    }
    return visit(read_stamp(key.substr(range.prefix.size())), value);
  };
  const Range rows{.begin = begin,
                   .end = end,
                   .direction = range.direction,
                   .rows_hint = range.rows_hint,
                   .bytes_hint = range.bytes_hint};
  Status read = co_await view.scan(rows, look_at);
  CO_TRY(read);
  co_return parsed;
}

}  // namespace partita::engine

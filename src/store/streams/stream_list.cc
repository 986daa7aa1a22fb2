#include "store/streams/stream_list.h"

#include <utility>

#include "engine/read_one.h"

namespace partita::streams {
namespace {

keys::KeyRange range_of(const ListRequest& request) {
  auto range = request.table_name ? descriptor_range(*request.table_name) : descriptor_range();
  if (!request.after) return range;
  const auto [table_name, label] = *request.after;
  return keys::normalized(keys::rest_after(std::move(range), descriptor_key(table_name, label)));
}

}  // namespace

Task<Result<std::optional<StreamDescriptor>>> find_stream(const engine::View& view,
                                                          std::string_view table_name,
                                                          std::string_view label) {
  const Bytes key = descriptor_key(table_name, label);
  auto stored = co_await engine::read_one(view, key);
  CO_TRY(stored);
  if (!*stored) co_return std::optional<StreamDescriptor>();
  auto stream = decode_stream(key, **stored);
  CO_TRY(stream);
  co_return std::optional(std::move(*stream));
}

Task<Result<StreamPage>> list_streams(const engine::View& view, ListRequest request) {
  const auto wanted = range_of(request);
  StreamPage page;
  Status decoded;
  const auto visit = [&](ByteView key, ByteView value) {
    page.has_more = page.streams.size() == request.streams_max;
    if (page.has_more) return engine::Visit::Stop;
    auto stream = decode_stream(key, value);
    if (!stream.ok()) {
      decoded = std::move(stream).error();
      return engine::Visit::Stop;
    }
    page.streams.push_back(std::move(*stream));
    return engine::Visit::Continue;
  };
  const engine::Range range{
      .begin = wanted.begin, .end = wanted.end, .rows_hint = request.streams_max + 1};
  Status read = co_await view.scan(range, visit);
  CO_TRY(read);
  CO_TRY(decoded);
  co_return page;
}

}  // namespace partita::streams

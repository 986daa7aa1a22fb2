#include "cli/copy_record.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <utility>

#include "cli/model_client.h"
#include "language/value/json_text.h"
#include "partita/base/file.h"
#include "wire/client/item_page.h"
#include "wire/protocol/attribute_json.h"
#include "wire/rest/json.h"

// record := {"partita-copy":1,"from":text,"from_id":text,"to":text,"to_id":text,"items":number,
//            "segments":[position ...]}
// position := "" it begins | "over" | the last key that is copied, as DynamoDB's JSON

namespace partita::cli {
namespace {

constexpr std::size_t kRecordBytesMax = std::size_t{16} << 20;
constexpr std::size_t kSegmentsMax = 10'000;
constexpr std::chrono::milliseconds kSaveInterval{200};
constexpr std::string_view kIsOver = "over";

std::string position_text(const SegmentPosition& position) {
  if (position.is_over) return std::string(kIsOver);
  std::string key;
  if (position.behind) protocol::append_json(key, position.behind->view());
  return key;
}

Result<SegmentPosition> parse_position(std::string_view text) {
  if (text.empty()) return SegmentPosition{};
  if (text == kIsOver) return SegmentPosition{.is_over = true, .behind = {}};
  return SegmentPosition{.behind = TRY(client::parse_item_json(text))};
}

}  // namespace

Status CopyRecord::check_place(const std::filesystem::path& file) {
  // As replace_file writes it.
  auto written = file;
  written += ".new";
  TRY(open_file(written, O_WRONLY | O_CREAT, 0600));
  ::unlink(written.c_str());
  return {};
}

Result<std::unique_ptr<CopyRecord>> CopyRecord::open(std::filesystem::path file, CopyRoute route,
                                                     std::size_t segments, const Clock& clock) {
  std::unique_ptr<CopyRecord> record(new CopyRecord(std::move(file), std::move(route), clock));
  const auto text = read_small_file(record->file_, kRecordBytesMax);
  if (text.ok()) {
    TRY(record->read(*text));
    return record;
  }
  if (text.error().kind() != ErrorKind::NotFound) return text.error();
  const MutexLock lock(record->mutex_);
  record->positions_.resize(segments);
  TRY(record->save_locked());
  return record;
}

Status CopyRecord::read(std::string_view text) {
  constexpr int kRecordLevels = 4;
  const auto no_record = [&] {
    return Error::invalid_argument(
        fmt::format("{} does not say how far a copy is", file_.string()));
  };
  const auto root = rest::parse_plain_json(text, kRecordLevels);
  if (!root.ok() || count_in(*root, "partita-copy").value_or(0) != 1) return no_record();
  const CopyRoute found{.from = std::string(text_in(*root, "from")),
                        .from_id = std::string(text_in(*root, "from_id")),
                        .to = std::string(text_in(*root, "to")),
                        .to_id = std::string(text_in(*root, "to_id"))};
  if (found.from != route_.from || found.to != route_.to) {
    return Error::invalid_argument(
        fmt::format("{} is about a copy of {} to {}", file_.string(), found.from, found.to));
  }
  if (found != route_) {
    return Error::invalid_argument(
        fmt::format("{} is about another table of this name: one of them was made anew. Remove the "
                    "file and the copy, and begin again",
                    file_.string()));
  }
  std::vector<SegmentPosition> positions;
  for (const std::string& position : texts_in(*root, "segments")) {
    auto parsed = parse_position(position);
    if (!parsed.ok()) return no_record();
    positions.push_back(*std::move(parsed));
  }
  const auto items = count_in(*root, "items").value_or(-1);
  if (positions.empty() || positions.size() > kSegmentsMax || items < 0) return no_record();
  const MutexLock lock(mutex_);
  positions_ = std::move(positions);
  items_ = static_cast<std::uint64_t>(items);
  return {};
}

std::vector<SegmentPosition> CopyRecord::positions() const {
  const MutexLock lock(mutex_);
  return positions_;
}

std::uint64_t CopyRecord::items() const {
  const MutexLock lock(mutex_);
  return items_;
}

Status CopyRecord::note(std::size_t segment, const SegmentPosition& position, std::uint64_t items) {
  const MutexLock lock(mutex_);
  positions_[segment] = position;
  items_ += items;
  if (clock_.monotonic_now() < saved_ + kSaveInterval) return {};
  return save_locked();
}

Status CopyRecord::save() {
  const MutexLock lock(mutex_);
  return save_locked();
}

Status CopyRecord::save_locked() {
  JsonText json(JsonLayout::Compact);
  json.open_object();
  json.member("partita-copy", 1);
  json.member("from", route_.from);
  json.member("from_id", route_.from_id);
  json.member("to", route_.to);
  json.member("to_id", route_.to_id);
  json.member("items", items_);
  std::vector<std::string> segments;
  for (const auto& position : positions_) segments.push_back(position_text(position));
  json.strings("segments", segments);
  json.close_object();
  TRY(replace_file(file_, std::move(json).take() + "\n", 0600));
  saved_ = clock_.monotonic_now();
  return {};
}

Status CopyRecord::remove() {
  if (::unlink(file_.c_str()) == 0 || errno == ENOENT) return {};
  return file_error("remove", file_, errno);
}

}  // namespace partita::cli

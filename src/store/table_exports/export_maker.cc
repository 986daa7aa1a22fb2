#include "store/table_exports/export_maker.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <utility>
#include <vector>

#include "engine/retry.h"
#include "partita/value/encoded_item.h"
#include "partita/value/item_view.h"
#include "partita/value/measure.h"
#include "store/history/past_items.h"
#include "store/history/pins.h"
#include "store/keys/item_keys.h"
#include "store/places/one_line.h"
#include "store/table_exports/export_rows.h"

namespace partita::table_exports {
namespace {

using Kind = Delivery::Kind;
using Step = ExportMaker::Step;

// A bucket that has taken nothing for so long is given up, so that the table and its history can go
// their way.
constexpr std::chrono::hours kPatience{24};
// One that is longer has no place in a record.
constexpr std::size_t kMessageBytesMax = 1000;

std::int64_t now_of(const Clock& clock) {
  return std::chrono::floor<std::chrono::milliseconds>(clock.wall_now()).time_since_epoch().count();
}

// What is read in a turn, so that a file does not become much larger than it should be.
history::PastLimits limits_for(std::size_t file_bytes) {
  history::PastLimits limits;
  limits.bytes_max = std::min(limits.bytes_max, file_bytes / 4);
  return limits;
}

EncodedItem keys_of(const catalog::Table& table, const ItemView& image) {
  Item keys;
  const auto take = [&](const auto& attributes) {
    for (const auto& attribute : attributes) {
      if (const auto value = image.find(attribute.name)) {
        keys.set(attribute.name, value->to_value());
      }
    }
  };
  take(table.key.partition);
  take(table.key.sort);
  return EncodedItem(keys);
}

// What the client is told of an error that trying again does not mend; empty: it may.
std::string_view failure_code(const Error& error) {
  if (const auto fault = places::place_fault_of(error)) {
    if (*fault == places::PlaceFault::NoSuchBucket) return "S3NoSuchBucket";
    if (*fault == places::PlaceFault::AccessDenied) return "S3AccessDenied";
    return {};
  }
  if (error.kind() == ErrorKind::InvalidArgument) return "S3InvalidRequest";
  return {};
}

bool is_damaged(const Result<Step>& read) {
  return !read.ok() && read.error().kind() == ErrorKind::Corrupt;
}

}  // namespace

Task<Result<bool>> ExportMaker::begin() {
  auto record = co_await read_export(tools_.engine, id_);
  CO_TRY(record);
  if (!*record || (*record)->state != ExportState::InProgress) co_return false;
  record_ = std::move(**record);
  auto files = co_await read_files(tools_.engine, id_);
  CO_TRY(files);
  for (const auto& file : *files) {
    items_ += file.items;
    size_bytes_ += file.size_bytes;
  }
  if (!files->empty()) {
    has_started_ = true;
    has_all_ = files->back().is_last;
    last_key_ = files->back().last_key;
    files_ = files->back().number + 1;
  }
  number_ = static_cast<std::uint32_t>(tools_.random.next());
  has_begun_ = true;
  co_return true;
}

// As if the program had begun now: nothing is kept in memory while the bucket is not there.
void ExportMaker::begin_anew() {
  has_begun_ = has_started_ = has_all_ = false;
  last_key_.clear();
  text_ = {};
  text_items_ = text_size_bytes_ = items_ = size_bytes_ = 0;
  files_ = 0;
  delivery_.reset();
}

Task<Result<std::size_t>> ExportMaker::read_items() {
  const history::PastMoment moment{.table = record_.table_id,
                                   .period = static_cast<keys::HistoryPeriod>(record_.period),
                                   .time = record_.to};
  const auto limits = limits_for(tools_.file_bytes);
  auto stretch = co_await history::read_past(tools_.engine, moment, last_key_, limits);
  CO_TRY(stretch);
  for (const auto& [key, image] : stretch->items) {
    const auto item = ItemView::parse(image);
    CO_TRY(item);
    tools_.formats->append_item(text_, record_.format, *item);
    text_size_bytes_ += static_cast<std::int64_t>(size_bytes(*item));
  }
  last_key_ = std::move(stretch->last_key);
  has_all_ = stretch->is_last;
  co_return stretch->items.size();
}

Status ExportMaker::add_change(const catalog::Table& table, const history::NetChange& change) {
  const auto image = TRY(ItemView::parse(change.after ? *change.after : *change.before));
  const EncodedItem keys = keys_of(table, image);
  ChangedItem changed{.time = change.time, .keys = keys.view(), .new_image = {}, .old_image = {}};
  if (change.after) changed.new_image = image;
  if (change.before && record_.view == api::ExportViewType::NewAndOldImages) {
    changed.old_image = TRY(ItemView::parse(*change.before));
  }
  tools_.formats->append_change(text_, record_.format, changed);
  for (const auto& each : {changed.new_image, changed.old_image}) {
    if (each) text_size_bytes_ += static_cast<std::int64_t>(size_bytes(*each));
  }
  return {};
}

Task<Result<std::size_t>> ExportMaker::read_changes() {
  const auto table = tools_.catalog.find(record_.table);
  if (!table || table->id != record_.table_id) {
    co_return Error::corrupt("the table of an export is gone");
  }
  const history::ChangeWindow window{.table = record_.table_id,
                                     .period = static_cast<keys::HistoryPeriod>(record_.period),
                                     .from = record_.from,
                                     .to = record_.to};
  const auto limits = limits_for(tools_.file_bytes);
  auto stretch = co_await history::read_net_changes(tools_.engine, window, last_key_, limits);
  CO_TRY(stretch);
  for (const auto& change : stretch->changes) {
    Status added = add_change(*table, change);
    CO_TRY(added);
  }
  last_key_ = std::move(stretch->last_key);
  has_all_ = stretch->is_last;
  co_return stretch->changes.size();
}

// Lines of a stretch that could not be read to its end are taken back.
Task<Result<Step>> ExportMaker::read_on() {
  const std::size_t text_bytes = text_.size();
  const std::int64_t size_before = text_size_bytes_;
  Result<std::size_t> read = std::size_t{0};
  if (record_.is_incremental) {
    read = co_await read_changes();
  } else {
    read = co_await read_items();
  }
  if (!read.ok()) {
    text_.resize(text_bytes);
    text_size_bytes_ = size_before;
  }
  CO_TRY(read);
  text_items_ += static_cast<std::int64_t>(*read);
  co_return Step{.items = *read};
}

Delivery ExportMaker::take_file() {
  Delivery delivery{.kind = Kind::File, .record = record_};
  delivery.text = std::exchange(text_, {});
  delivery.file.number = files_;
  delivery.file.items = std::exchange(text_items_, 0);
  delivery.file.size_bytes = std::exchange(text_size_bytes_, 0);
  delivery.file.is_last = has_all_;
  delivery.file.last_key = last_key_;
  delivery.file.name = fmt::format("data/{:06}-{:08x}{}", files_, number_,
                                   tools_.formats->extension(record_.format));
  return delivery;
}

// A table without items has a file without lines.
Task<Result<Delivery>> ExportMaker::next_delivery() {
  if (!has_started_) co_return Delivery{.kind = Kind::Start, .record = record_};
  if (!has_all_ || !text_.empty() || files_ == 0) co_return take_file();
  auto files = co_await read_files(tools_.engine, id_);
  CO_TRY(files);
  Delivery delivery{.kind = Kind::Manifest, .record = record_};
  delivery.files = std::move(*files);
  delivery.record.state = ExportState::Completed;
  delivery.record.end = now_of(tools_.clock);
  delivery.record.items = items_;
  delivery.record.size_bytes = size_bytes_;
  co_return delivery;
}

void ExportMaker::send() {
  errand_.begin([this] { return deliver(*delivery_, *tools_.place, *tools_.formats); }, wake_);
}

// Another server may have gone on with it, or ended it, while this one stood still.
Task<Status> ExportMaker::check_unchanged(engine::Transaction& transaction) const {
  auto record = co_await read_export(transaction, id_);
  CO_TRY(record);
  auto has_next = co_await has_file(transaction, id_, files_);
  CO_TRY(has_next);
  const bool is_in_progress = *record && (*record)->state == ExportState::InProgress;
  if (is_in_progress && !*has_next) co_return Status{};
  co_return Error::unavailable("another server works on the export");
}

Task<Status> ExportMaker::end(const ExportRecord& record) {
  const auto body = [&](engine::Transaction& transaction) -> Task<Status> {
    Status unchanged = co_await check_unchanged(transaction);
    CO_TRY(unchanged);
    put_export(transaction, record);
    const history::Pin pin{.table = record.table_id, .owner = record.id};
    history::remove_pin(transaction, pin);
    co_return Status{};
  };
  Status ended = co_await engine::run(tools_.engine, body);
  CO_TRY(ended);
  co_return co_await erase_files(tools_.engine, id_);
}

Task<Result<bool>> ExportMaker::note_delivered() {
  if (delivery_->kind == Kind::Manifest) {
    Status ended = co_await end(delivery_->record);
    CO_TRY(ended);
    co_return true;
  }
  last_success_ = tools_.clock.awake_or_asleep_now();
  if (delivery_->kind == Kind::Start) {
    has_started_ = true;
    co_return false;
  }
  ExportFile& file = delivery_->file;
  file.time = now_of(tools_.clock);
  const auto body = [&](engine::Transaction& transaction) -> Task<Status> {
    Status unchanged = co_await check_unchanged(transaction);
    CO_TRY(unchanged);
    put_file(transaction, id_, file);
    co_return Status{};
  };
  Status stored = co_await engine::run(tools_.engine, body);
  CO_TRY(stored);
  items_ += file.items;
  size_bytes_ += file.size_bytes;
  ++files_;
  co_return false;
}

Task<Result<Step>> ExportMaker::fail(std::string code, std::string message) {
  ExportRecord failed = record_;
  failed.state = ExportState::Failed;
  failed.end = now_of(tools_.clock);
  failed.failure_code = std::move(code);
  failed.failure_message = places::one_line(message, kMessageBytesMax);
  Status ended = co_await end(failed);
  CO_TRY(ended);
  co_return Step{.items = 0, .is_done = true};
}

Task<Result<Step>> ExportMaker::end_or_retry(Error error) {
  const auto code = failure_code(error);
  if (!code.empty()) co_return co_await fail(std::string(code), error.message());
  if (tools_.clock.awake_or_asleep_now() - last_success_ > kPatience) {
    co_return co_await fail("S3Unavailable", error.message());
  }
  begin_anew();
  co_return error;
}

// The export does not end as long as the errand goes on: what is damaged is found again after it.
Task<Result<Step>> ExportMaker::read_ahead() {
  const Step waiting{.items = 0, .is_waiting = true};
  if (!can_read_on()) co_return waiting;
  auto read = co_await read_on();
  if (is_damaged(read)) co_return waiting;
  co_return read;
}

Task<Result<Step>> ExportMaker::step() {
  if (!has_begun_) {
    auto begun = co_await begin();
    CO_TRY(begun);
    if (!*begun) co_return Step{.items = 0, .is_done = true};
  }
  if (tools_.place == nullptr || tools_.formats == nullptr) {
    co_return co_await end_or_retry(
        Error::unavailable("there are no buckets: start the server with --s3"));
  }
  if (errand_.is_under_way()) co_return co_await read_ahead();
  if (auto outcome = errand_.take()) {
    if (!outcome->ok()) co_return co_await end_or_retry(outcome->error());
    auto is_over = co_await note_delivered();
    // What is stored is perhaps not known: it is read again.
    if (!is_over.ok()) begin_anew();
    CO_TRY(is_over);
    delivery_.reset();
    if (*is_over) co_return Step{.items = 0, .is_done = true};
  }
  if (!delivery_) {
    if (can_read_on()) {
      auto read = co_await read_on();
      if (!is_damaged(read)) co_return read;
      co_return co_await fail("InternalServerError", read.error().message());
    }
    auto next = co_await next_delivery();
    CO_TRY(next);
    delivery_ = std::move(*next);
  }
  send();
  co_return Step{};
}

// The table has about as many items now as it had then. How many have changed is not known.
jobs::Progress ExportMaker::progress() const {
  jobs::Progress progress{.done = static_cast<std::uint64_t>(items_ + text_items_), .total = {}};
  if (delivery_ && delivery_->kind == Kind::File) {
    progress.done += static_cast<std::uint64_t>(delivery_->file.items);
  }
  if (record_.is_incremental) return progress;
  const auto counts = tools_.catalog.statistics().counts_of(record_.table_id, keys::IndexId::Base);
  progress.total =
      std::max(progress.done, static_cast<std::uint64_t>(std::max<std::int64_t>(counts.items, 0)));
  return progress;
}

}  // namespace partita::table_exports

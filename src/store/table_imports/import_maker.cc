#include "store/table_imports/import_maker.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <utility>
#include <vector>

#include "engine/retry.h"
#include "store/items/brought_item.h"
#include "store/items/item_change.h"
#include "store/items/item_write.h"
#include "store/places/one_line.h"
#include "store/table_imports/import_rows.h"

namespace partita::table_imports {
namespace {

using catalog::Table;
using catalog::TablePointer;
using catalog::TableState;
using Step = ImportMaker::Step;

constexpr ImportBatch::Limits kBatchLimits;
constexpr std::size_t kBeforesAtOnce = 256;
// A packed byte may be the text of 32 KB: so little of a packed object is unpacked at a time, and a
// step reads so much text at most, even if not one record is in it.
constexpr std::size_t kPackedBytesAtOnce = 1024;
constexpr std::uint64_t kTextBytesOfStep = std::uint64_t{32} << 20;
// One that is longer has no place in a record.
constexpr std::size_t kFailureBytesMax = 1000;

// AWS's words.
constexpr std::string_view kInvalidItems =
    "Some of the items failed validation checks and were not imported. Please check CloudWatch "
    "error logs for more details.";

bool is_own_table(const TablePointer& table, const ImportRecord& record) {
  return table && table->settings.table_uuid == record.table.settings.table_uuid;
}

// Whether the text can be read from its middle on.
bool can_begin_anywhere(const records::ReadOptions& options) {
  const bool has_header_inside =
      options.format == records::Format::Csv && options.csv.header.empty();
  return options.compression == records::Compression::None && !has_header_inside;
}

// The items that are under these keys, in a transaction.
using Befores = std::vector<std::optional<Bytes>>;
Task<Status> read_befores(engine::Transaction& transaction,
                          std::span<const ImportBatch::Entry> entries, Befores& befores) {
  befores.assign(entries.size(), std::nullopt);
  for (std::size_t begin = 0; begin < entries.size(); begin += kBeforesAtOnce) {
    std::vector<ByteView> keys;
    for (const auto& entry :
         entries.subspan(begin).first(std::min(kBeforesAtOnce, entries.size() - begin))) {
      keys.emplace_back(entry.key);
    }
    const auto keep = [&](std::size_t index, std::optional<ByteView> value) {
      if (value) befores[begin + index] = Bytes(*value);
    };
    Status read = co_await transaction.get(keys, keep);
    CO_TRY(read);
  }
  co_return Status{};
}

// What a transaction reads before it writes: that nobody else has gone on, and that the table is
// still to be filled.
Task<Status> check_unchanged(engine::Transaction& transaction, const catalog::Catalog& catalog,
                             const Table& table, const ImportRecord& record) {
  const Bytes work_key = progress_key(record.id);
  const Bytes epoch_key = catalog::epoch_key(table.id);
  const std::array<ByteView, 2> wanted{work_key, epoch_key};
  std::array<std::optional<Bytes>, 2> found;
  const auto keep = [&](std::size_t index, std::optional<ByteView> value) {
    if (value) found[index] = Bytes(*value);
  };
  Status read = co_await transaction.get(wanted, keep);
  CO_TRY(read);
  if (found[0] != encode_progress(record.progress)) {
    co_return Error::unavailable("another server goes on with the import");
  }
  auto confirmed = items::confirm_table(catalog, table, found[1]);
  if (!confirmed.ok()) {
    co_return co_await items::follow_table(catalog, table, std::move(confirmed).error());
  }
  co_return Status{};
}

}  // namespace

void ImportMaker::start_over() {
  has_begun_ = false;
  is_lost_ = false;
  feed_.reset();
  piece_.reset();
  object_.reset();
  reader_.reset();
  unread_.clear();
  batch_ = ImportBatch();
  uncounted_bytes_ = 0;
  is_all_ = false;
}

Task<Result<bool>> ImportMaker::begin() {
  auto record = co_await read_import(tools_.engine, id_);
  CO_TRY(record);
  if (!*record || (*record)->state != ImportState::InProgress) co_return false;
  record_ = std::move(**record);
  imported_ = static_cast<std::uint64_t>(record_.progress.imported);
  begin_feed();
  has_begun_ = true;
  co_return true;
}

void ImportMaker::begin_feed() {
  const ImportProgress& progress = record_.progress;
  FeedStart start{.behind = progress.key};
  is_resumed_ = !progress.key.empty() && !progress.is_object_over;
  if (is_resumed_) {
    start.object = places::ObjectEntry{.key = progress.key,
                                       .bytes = static_cast<std::uint64_t>(progress.object_bytes),
                                       .tag = progress.tag};
    if (can_begin_anywhere(record_.read_options())) {
      start.offset = static_cast<std::uint64_t>(progress.offset);
    }
  }
  const auto& source = record_.request.s3_bucket_source;
  feed_ = std::make_unique<ObjectFeed>(*tools_.place, source.s3_bucket,
                                       source.s3_key_prefix.value_or(""), std::move(start));
}

void ImportMaker::fetch() {
  fetched_ = std::make_shared<FedPiece>();
  is_fetching_ = true;
  errand_.begin(
      [feed = feed_.get(), piece = fetched_]() -> Status {
        *piece = TRY(feed->next());
        return {};
      },
      wake_);
}

Result<std::optional<ImportMaker::Failure>> ImportMaker::take_fetched(Status outcome) {
  if (outcome.ok()) {
    piece_ = std::move(*fetched_);
    return std::optional<Failure>();
  }
  const auto fault = places::place_fault_of(outcome.error());
  if (fault == places::PlaceFault::NoSuchBucket) {
    return std::optional(Failure{"S3NoSuchBucket", "The specified bucket does not exist"});
  }
  if (fault == places::PlaceFault::AccessDenied) {
    return std::optional(Failure{"S3AccessDenied", "Access Denied"});
  }
  if (!fault && outcome.error().kind() == ErrorKind::InvalidArgument) {
    return std::optional(
        Failure{"S3InvalidRequest", places::one_line(outcome.error().message(), kFailureBytesMax)});
  }
  return std::move(outcome).error();
}

Task<Result<std::optional<ImportMaker::Failure>>> ImportMaker::ensure_table() {
  if (is_own_table(tools_.catalog.find(record_.table_name()), record_)) {
    co_return std::optional<Failure>();
  }
  auto created = co_await tools_.catalog.create(record_.table);
  if (created.ok()) co_return std::optional<Failure>();
  if (created.error().kind() != ErrorKind::AlreadyExists) co_return std::move(created).error();
  // It may be that it was made just before, by a commit whose outcome was not known.
  Status reloaded = co_await tools_.catalog.reload(record_.table_name());
  CO_TRY(reloaded);
  if (is_own_table(tools_.catalog.find(record_.table_name()), record_)) {
    co_return std::optional<Failure>();
  }
  co_return std::optional(
      Failure{"TableAlreadyExists", fmt::format("Table already exists: {}", record_.table_name())});
}

void ImportMaker::begin_object(const places::ObjectEntry& object) {
  records::ReadOptions options = record_.read_options();
  object_ = object;
  place_ = {};
  if (std::exchange(is_resumed_, false)) {
    options.begin = {.offset = static_cast<std::uint64_t>(record_.progress.offset),
                     .line = static_cast<std::uint64_t>(record_.progress.line)};
    options.is_fed_from_begin = can_begin_anywhere(options);
    place_ = options.begin;
  }
  counted_offset_ = place_.offset;
  reader_ = tools_.readers->open(std::move(options));
  read_offset_ = reader_->place().offset;
  has_end_ = false;
}

void ImportMaker::end_object() {
  uncounted_bytes_ += static_cast<std::int64_t>(place_.offset - counted_offset_);
  counted_offset_ = place_.offset;
  reader_.reset();
}

// An object that can not be read on ends with a fault.
void ImportMaker::use_piece(FedPiece piece) {
  is_all_ = piece.is_all;
  if (piece.object) begin_object(*piece.object);
  if (!reader_) return;  // The rest of an object that is damaged.
  if (!piece.fault.empty()) {
    batch_.add_fault(object_->key, piece.fault);
    end_object();
    return;
  }
  unread_ = std::move(piece.bytes);
  used_ = 0;
  has_end_ = piece.is_object_end;
}

// True if the reader got more of the piece that is there.
bool ImportMaker::feed_more() {
  if (used_ == unread_.size()) return false;
  const bool is_packed = record_.read_options().compression != records::Compression::None;
  const std::size_t bytes =
      std::min(unread_.size() - used_, is_packed ? kPackedBytesAtOnce : SIZE_MAX);
  reader_->feed(bytes == unread_.size() ? std::exchange(unread_, {})
                                        : unread_.substr(used_, bytes));
  used_ = std::min(used_ + bytes, unread_.size());
  return true;
}

bool ImportMaker::read_records(const Table& table) {
  std::uint64_t passed = 0;
  while (!batch_.is_full(kBatchLimits) && !is_all_) {
    if (reader_) {
      const auto record = reader_->next();
      const std::uint64_t offset = reader_->place().offset;
      passed += offset - std::exchange(read_offset_, offset);
      if (record) {
        batch_.add(table, object_->key, *record);
        place_ = reader_->place();
        continue;
      }
      place_.offset = std::max(place_.offset, offset);
      if (reader_->is_over()) {
        end_object();
        continue;
      }
      if (passed >= kTextBytesOfStep) return false;
      if (feed_more()) continue;
      if (std::exchange(has_end_, false)) {
        reader_->end();
        continue;
      }
    }
    if (!piece_) return true;
    use_piece(*std::exchange(piece_, std::nullopt));
    if (!is_all_) fetch();
  }
  return true;
}

ImportProgress ImportMaker::progress_after() const {
  ImportProgress after = record_.progress;
  if (object_) {
    after.key = object_->key;
    after.object_bytes = static_cast<std::int64_t>(object_->bytes);
    after.tag = object_->tag;
    after.offset = static_cast<std::int64_t>(place_.offset);
    after.line = static_cast<std::int64_t>(place_.line);
    after.is_object_over = reader_ == nullptr;
    after.size_bytes +=
        uncounted_bytes_ + static_cast<std::int64_t>(place_.offset - counted_offset_);
  }
  after.is_all = is_all_;
  after.processed += static_cast<std::int64_t>(batch_.processed());
  after.imported += static_cast<std::int64_t>(batch_.imported());
  after.errors += static_cast<std::int64_t>(batch_.errors().size());
  if (after.first_error.empty() && !batch_.errors().empty()) {
    after.first_error = batch_.errors().front();
  }
  return after;
}

Task<Status> ImportMaker::write_some(const TablePointer& table,
                                     std::span<const ImportBatch::Entry> entries,
                                     const ImportProgress* after) {
  std::vector<items::ChangeEffect> effects;
  Befores befores;
  const auto body = [&](engine::Transaction& transaction) -> Task<Status> {
    effects.clear();
    Status unchanged = co_await check_unchanged(transaction, tools_.catalog, *table, record_);
    CO_TRY(unchanged);
    Status read = co_await read_befores(transaction, entries, befores);
    CO_TRY(read);
    for (std::size_t i = 0; i < entries.size(); ++i) {
      std::optional<ItemView> before;
      if (befores[i]) {
        auto parsed = ItemView::parse(*befores[i]);
        CO_TRY(parsed);
        before = *parsed;
      }
      const items::BroughtItem brought(*table, ItemView::from_valid(entries[i].item));
      const items::ItemChange change{.table = *table,
                                     .key = entries[i].key,
                                     .before = before,
                                     .after = brought.view(),
                                     .time = {}};
      effects.push_back(items::buffer_change(transaction, change));
    }
    if (after != nullptr) put_progress(transaction, record_.id, *after);
    co_return Status{};
  };
  Status written = co_await engine::run(tools_.engine, body);
  CO_TRY(written);
  for (const auto& effect : effects) items::count(tools_.catalog.statistics(), table->id, effect);
  co_return Status{};
}

Task<Status> ImportMaker::write_all(const TablePointer& table, const ImportProgress& after) {
  std::span<const ImportBatch::Entry> rest = batch_.entries();
  for (;;) {
    const auto some = rest.first(std::min(entries_max_, rest.size()));
    const bool is_last = some.size() == rest.size();
    Status written = co_await write_some(table, some, is_last ? &after : nullptr);
    const bool is_too_large = !written.ok() && written.error().kind() == ErrorKind::TooLarge;
    if (is_too_large && some.size() > 1) {
      entries_max_ = 1 + some.size() / 8;
      continue;
    }
    CO_TRY(written);
    if (is_last) co_return Status{};
    rest = rest.subspan(some.size());
  }
}

// The log first: an error is told at least once.
Task<Result<Step>> ImportMaker::write_batch(TablePointer table) {
  const ImportProgress after = progress_after();
  std::span<const std::string> told = batch_.errors();
  const auto room = std::max<std::int64_t>(0, kLoggedErrorsMax - record_.progress.errors);
  told = told.first(std::min(told.size(), static_cast<std::size_t>(room)));
  Status logged = tools_.logs.append(record_.table_name(), record_.id, told);
  CO_TRY(logged);
  Status written = co_await write_all(table, after);
  if (!written.ok()) {
    is_lost_ = true;
    co_return std::move(written).error();
  }
  const std::size_t processed = batch_.processed();
  record_.progress = after;
  imported_ = static_cast<std::uint64_t>(after.imported);
  uncounted_bytes_ = 0;
  counted_offset_ = place_.offset;
  batch_ = ImportBatch();
  co_return Step{.items = processed};
}

Task<Status> ImportMaker::activate_table() {
  const auto activate = [&](const Table& stored) -> Result<Table> {
    const bool is_ours = stored.settings.table_uuid == record_.table.settings.table_uuid &&
                         is_being_imported(stored);
    if (!is_ours) return Error::not_found("the table is not what it was");
    Table changed = stored;
    changed.state = TableState::Active;
    changed.settings.state_ends.reset();
    return changed;
  };
  auto changed = co_await tools_.catalog.change(record_.table_name(), activate);
  // Done already, or there is none.
  const bool is_gone = !changed.ok() && changed.error().kind() == ErrorKind::NotFound;
  if (!is_gone) CO_TRY(changed);
  co_return Status{};
}

std::string ImportMaker::complaint() const {
  const ImportProgress& progress = record_.progress;
  if (record_.state != ImportState::Failed) return {};
  std::string text = fmt::format("import of table {}: {}", record_.table_name(),
                                 progress.errors > 0 ? "" : record_.failure_message);
  if (progress.errors == 0) return text;
  text += fmt::format("{} errors in {} records; the first: {}", progress.errors, progress.processed,
                      progress.first_error);
  const std::string path = tools_.logs.path_of(record_.table_name(), record_.id);
  if (!path.empty()) text += fmt::format("; the others are in {}", path);
  return text;
}

// Stored before clients get the table: from then on nothing is imported into it, whatever the place
// would give after a crash.
Task<Status> ImportMaker::store_failure(Failure failure) {
  ImportRecord failed = record_;
  failed.failure_code = std::move(failure.code);
  failed.failure_message = std::move(failure.message);
  Status written = co_await write_record(failed);
  CO_TRY(written);
  record_ = std::move(failed);
  co_return Status{};
}

Task<Status> ImportMaker::write_record(const ImportRecord& record) {
  const auto body = [&](engine::Transaction& transaction) -> Task<Status> {
    put_import(transaction, record);
    return Task<Status>::ready({});
  };
  co_return co_await engine::run(tools_.engine, body);
}

// AWS: the table is ACTIVE before the import is over.
Task<Result<Step>> ImportMaker::finish(std::optional<Failure> failure) {
  if (failure) {
    Status stored = co_await store_failure(*std::move(failure));
    CO_TRY(stored);
  }
  Status activated = co_await activate_table();
  CO_TRY(activated);
  ImportRecord over = record_;
  if (over.failure_code.empty() && over.progress.errors > 0) {
    over.failure_code = "ItemValidationError";
    over.failure_message = kInvalidItems;
  }
  over.state = over.failure_code.empty() ? ImportState::Completed : ImportState::Failed;
  over.end = std::chrono::floor<std::chrono::milliseconds>(tools_.clock.wall_now())
                 .time_since_epoch()
                 .count();
  Status written = co_await write_record(over);
  CO_TRY(written);
  record_ = std::move(over);
  co_return Step{.is_done = true, .complaint = complaint()};
}

Task<Result<Step>> ImportMaker::step() {
  const bool needs_errand = is_lost_ || !reader_;
  if (needs_errand && errand_.is_under_way()) co_return Step{.is_waiting = true};
  auto outcome = errand_.take();
  if (outcome) is_fetching_ = false;
  if (is_lost_) {
    start_over();
    outcome.reset();
  }
  if (!has_begun_) {
    auto is_there = co_await begin();
    CO_TRY(is_there);
    if (!*is_there) co_return Step{.is_done = true};
  }
  const bool is_over = record_.progress.is_all || !record_.failure_code.empty();
  if (is_over) co_return co_await finish(std::nullopt);
  if (outcome) {
    auto failure = take_fetched(*std::move(outcome));
    CO_TRY(failure);
    if (*failure) co_return co_await finish(std::move(*failure));
  }
  // At the beginning, and after a fetch that has failed.
  if (!piece_ && !is_fetching_ && !is_all_) fetch();
  if (!piece_ && !reader_ && !is_all_) co_return Step{.is_waiting = true};
  auto no_table = co_await ensure_table();
  CO_TRY(no_table);
  if (*no_table) co_return co_await finish(std::move(*no_table));
  const auto table = tools_.catalog.find(record_.table_name());
  if (!is_own_table(table, record_)) co_return Error::unavailable("the table is not there");
  const bool wants_more = read_records(*table);
  const bool has_something = batch_.processed() > 0 || !batch_.errors().empty() || is_all_;
  if (has_something) co_return co_await write_batch(table);
  co_return Step{.is_waiting = wants_more && errand_.is_under_way()};
}

}  // namespace partita::table_imports

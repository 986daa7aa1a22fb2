#include "engine/postgres/row_pages.h"

#include <algorithm>
#include <utility>

#include "engine/read_step.h"
#include "partita/base/big_endian.h"

namespace partita::engine {
namespace {

constexpr std::size_t kPageRowsMax = 1'000;
constexpr std::size_t kPageBytesMax = std::size_t{1} << 20;
// No key is that long: behind the last one there can be.
constexpr std::size_t kLongerThanAnyKey = 4'096;

// What is left to read of a range, and how much of it to ask for.
class PageWindow {
 public:
  explicit PageWindow(const Range& range)
      : begin_(range.begin),
        end_(range.end ? Bytes(*range.end) : Bytes(kLongerThanAnyKey, '\xFF')),
        is_forward_(range.direction == Direction::Forward),
        rows_(std::clamp<std::size_t>(range.rows_hint, 1, kPageRowsMax)),
        bytes_(std::clamp<std::size_t>(range.bytes_hint, 1, kPageBytesMax)) {}

  bool is_empty() const { return end_ <= begin_; }
  bool is_forward() const { return is_forward_; }

  void ask(SqlBatch& batch, Sql forward, Sql backward) const {
    batch.add(is_forward_ ? forward : backward,
              {begin_, end_, rows_number(batch), bytes_number(batch)});
  }
  void ask_log(SqlBatch& batch, std::int64_t stamp_base) const {
    batch.add(is_forward_ ? Sql::LogForward : Sql::LogBackward,
              {begin_, end_, rows_number(batch), bytes_number(batch), batch.number(stamp_base)});
  }

  // Whether the page ends where it does because it was full.
  bool is_full(const PGresult& page) const {
    const int count = PQntuples(&page);
    if (static_cast<std::size_t>(count) >= rows_) return true;
    std::size_t bytes = 0;
    for (int row = 0; row < count; ++row) bytes += field(page, row, 1).size();
    return bytes >= bytes_;
  }

  // Goes on behind a key, or with it. Whoever goes on wants more than he has said.
  void go_behind(ByteView key) {
    if (is_forward_) {
      begin_ = Bytes(key) + '\0';
    } else {
      end_ = Bytes(key);
    }
    grow(kPageRowsMax, kPageBytesMax);
  }
  void go_to(ByteView key, bool is_stuck) {
    if (is_forward_) {
      begin_ = Bytes(key);
    } else {
      end_ = Bytes(key) + '\0';
    }
    // One row has more operands than a page holds.
    if (is_stuck) return grow(SIZE_MAX / 8, SIZE_MAX / 8);
    grow(kPageRowsMax, kPageBytesMax);
  }

 private:
  void grow(std::size_t rows_max, std::size_t bytes_max) {
    rows_ = std::max(rows_, std::min(rows_ * 4, rows_max));
    bytes_ = std::max(bytes_, std::min(bytes_ * 4, bytes_max));
  }
  ByteView rows_number(SqlBatch& batch) const {
    return batch.number(static_cast<std::int64_t>(rows_));
  }
  ByteView bytes_number(SqlBatch& batch) const {
    return batch.number(static_cast<std::int64_t>(bytes_));
  }

  Bytes begin_;
  Bytes end_;
  const bool is_forward_;
  std::size_t rows_;
  std::size_t bytes_;
};

// The rows of a page with their operands folded in.
class FoldedPage {
 public:
  FoldedPage(const PGresult& page, KeyKinds kinds, bool is_full)
      : page_(page), kinds_(kinds), is_full_(is_full), count_(PQntuples(&page)) {}

  // Goes to the next key. False at the end, and before a key of which operands may be missing.
  bool next() {
    at_ = behind_;
    if (at_ == count_) return false;
    for (behind_ = at_ + 1; behind_ < count_ && key_at(behind_) == key(); ++behind_) continue;
    is_cut_ = is_full_ && behind_ == count_ && kinds_(key()) != nullptr;
    if (is_cut_) return false;
    fold();
    return true;
  }

  ByteView key() const { return key_at(at_); }
  // None: the operands have left nothing.
  std::optional<ByteView> value() const {
    if (!is_folded_) return field(page_, at_, 1);
    return folded_ ? std::optional<ByteView>(*folded_) : std::nullopt;
  }
  // The key at which the page was cut, when next has said no.
  bool is_cut() const { return is_cut_; }
  bool is_first() const { return at_ == 0; }
  ByteView last_key() const { return key_at(count_ - 1); }

 private:
  ByteView key_at(int row) const { return field(page_, row, 0); }
  bool is_operand(int row) const { return field(page_, row, 2).back() != '\0'; }

  void fold() {
    is_folded_ = behind_ - at_ > 1 || is_operand(at_);
    if (!is_folded_) return;
    const Combine combine = merged_kind(kinds_, key());
    folded_.reset();
    for (int row = at_; row < behind_; ++row) {
      const ByteView part = field(page_, row, 1);
      folded_ = is_operand(row) ? combine(folded_, part) : std::optional<Bytes>(part);
    }
  }

  const PGresult& page_;
  const KeyKinds kinds_;
  const bool is_full_;
  const int count_;
  int at_ = 0;
  int behind_ = 0;
  bool is_cut_ = false;
  bool is_folded_ = false;
  std::optional<Bytes> folded_;
};

// Counts what a reader was shown, to know when it is somebody else's turn.
class Pace {
 public:
  bool is_over() const { return bytes_ >= kReadStepBytes; }
  void begin_again() { bytes_ = 0; }
  void add(std::size_t bytes) { bytes_ += bytes; }

 private:
  std::size_t bytes_ = 0;
};

std::uint64_t stamp_in(ByteView key) {
  return ByteReader(key.substr(key.size() - sizeof(std::uint64_t))).integer<std::uint64_t>();
}

}  // namespace

Task<Status> read_pages(RowReading reading, const Range& range, RowVisitor visit) {
  PageWindow window(range);
  Pace pace;
  while (!window.is_empty()) {
    SqlBatch batch = reading.session.new_batch();
    window.ask(batch, Sql::PageForward, Sql::PageBackward);
    auto results = co_await reading.session.send(batch);
    CO_TRY(results);
    const PGresult& rows = *results->back();
    const bool is_full = window.is_full(rows);
    FoldedPage page(rows, reading.kinds, is_full);
    while (page.next()) {
      const auto value = page.value();
      if (!value) continue;
      if (pace.is_over()) {
        pace.begin_again();
        co_await give_way();
      }
      if (visit(page.key(), *value) == Visit::Stop) co_return Status{};
      pace.add(page.key().size() + value->size());
    }
    if (!is_full) co_return Status{};
    if (page.is_cut()) {
      window.go_to(page.key(), page.is_first());
    } else {
      window.go_behind(page.last_key());
    }
  }
  co_return Status{};
}

Task<Status> read_log_pages(RowReading reading, const LogRange& range, LogVisitor visit) {
  constexpr std::size_t kStampBytes = sizeof(std::uint64_t);
  Bytes begin(range.prefix);
  append_stamp(begin, range.from);
  Bytes end(range.prefix);
  append_stamp(end, UINT64_MAX);
  end.push_back('\0');
  PageWindow window({.begin = begin,
                     .end = end,
                     .direction = range.direction,
                     .rows_hint = range.rows_hint,
                     .bytes_hint = range.bytes_hint});
  Pace pace;
  while (!window.is_empty()) {
    SqlBatch batch = reading.session.new_batch();
    window.ask_log(batch, reading.stamp_base);
    auto results = co_await reading.session.send(batch);
    CO_TRY(results);
    const PGresult& page = *results->back();
    const int count = PQntuples(&page);
    for (int row = 0; row < count; ++row) {
      const ByteView key = field(page, row, 0);
      if (key.size() != range.prefix.size() + kStampBytes) {
        co_return Error::corrupt("a key of a log does not end in a stamp");
      }
      // An entry with a lower stamp may still come.
      if (stamp_in(key) >= stamp_in(field(page, row, 2))) continue;
      if (pace.is_over()) {
        pace.begin_again();
        co_await give_way();
      }
      const ByteView value = field(page, row, 1);
      if (visit(stamp_in(key), value) == Visit::Stop) co_return Status{};
      pace.add(key.size() + value.size());
    }
    if (!window.is_full(page)) co_return Status{};
    window.go_behind(field(page, count - 1, 0));
  }
  co_return Status{};
}

}  // namespace partita::engine

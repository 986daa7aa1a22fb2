#include "wire/formats/item_file_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "wire/formats/decompressor.h"
#include "wire/formats/record_format.h"

namespace partita::formats {
namespace {

using records::Place;
using records::Record;

constexpr ByteView kByteOrderMark = "\xEF\xBB\xBF";

std::unique_ptr<RecordFormat> make_format(const records::ReadOptions& options) {
  switch (options.format) {
    case records::Format::Csv:
      return make_csv_format(options.csv);
    case records::Format::Ion:
      return make_ion_format(options);
    default:
      return make_json_format(options);
  }
}

class ItemFileReader : public records::ItemReader {
 public:
  explicit ItemFileReader(const records::ReadOptions& options)
      : begin_(options.begin),
        decompressor_(Decompressor::create(options.compression)),
        format_(make_format(options)) {
    if (options.is_fed_from_begin) place_ = begin_;
  }

  void feed(Bytes bytes) override {
    if (!is_over_) decompressor_->feed(std::move(bytes));
  }

  void end() override { has_ended_ = true; }

  std::optional<Record> next() override {
    while (!is_over_) {
      if (auto record = next_in_text()) return record;
      if (is_over_) break;
      auto more = decompressor_->read(text_);
      if (!more.ok()) return damaged(std::move(more).error());
      if (!*more && !has_ended_) return std::nullopt;
      if (!*more && !is_all_) {
        is_all_ = true;
        if (auto status = decompressor_->end(); !status.ok()) {
          return damaged(std::move(status).error());
        }
      }
      skip_mark();
    }
    return std::nullopt;
  }

  bool is_over() const override { return is_over_; }
  Place place() const override { return place_; }

 private:
  // The next record of what has come in; nullopt: there is no whole one.
  std::optional<Record> next_in_text() {
    while (used_ < text_.size()) {
      const ByteView text = ByteView(text_).substr(used_);
      const auto size = skips_line_ ? line_size(text) : format_->find_end(text, is_all_);
      if (!size && !skips_line_ && text.size() <= records::kRecordBytesMax) return std::nullopt;
      if (!size || *size > records::kRecordBytesMax) {
        if (auto record = give_up(text, size)) return record;
        continue;
      }
      const bool is_rest = std::exchange(skips_line_, false);
      const bool is_passed = place_.offset < begin_.offset;
      const Place place = place_;
      const ByteView record = text.substr(0, *size);
      take(*size);
      if (is_rest) continue;
      if (is_passed) {
        format_->pass(record);
        // What is wrong with the whole file was told before this place.
        if (format_->is_damaged()) {
          is_over_ = true;
          return std::nullopt;
        }
      } else if (auto item = format_->parse(record)) {
        is_over_ = format_->is_damaged();
        return Record{*std::move(item), place.line};
      }
    }
    make_room();
    is_over_ = is_all_;
    return std::nullopt;
  }

  // A record that is too long: what is there of it is given up, and the rest of its line.
  std::optional<Record> give_up(ByteView text, std::optional<std::size_t> size) {
    const bool is_told = std::exchange(skips_line_, !size) || place_.offset < begin_.offset;
    const auto line = place_.line;
    format_->forget();
    take(size.value_or(text.size()));
    make_room();
    if (is_told) return std::nullopt;
    return Record{Error::too_large(
                      fmt::format("the record has more than {} bytes", records::kRecordBytesMax)),
                  line};
  }

  std::optional<std::size_t> line_size(ByteView text) const {
    const auto end = text.find('\n');
    if (end != ByteView::npos) return end + 1;
    return is_all_ ? std::optional(text.size()) : std::nullopt;
  }

  void take(std::size_t bytes) {
    const auto begin = text_.begin() + static_cast<std::ptrdiff_t>(used_);
    place_.line += static_cast<std::uint64_t>(
        std::count(begin, begin + static_cast<std::ptrdiff_t>(bytes), '\n'));
    place_.offset += bytes;
    used_ += bytes;
    format_->forget();
  }

  // What is used up goes when all of it is, or when it is most of the text.
  void make_room() {
    text_.erase(0, used_);
    used_ = 0;
  }

  void skip_mark() {
    if (place_.offset == 0 && used_ == 0 && text_.starts_with(kByteOrderMark)) {
      take(kByteOrderMark.size());
    }
    if (used_ > text_.size() / 2) make_room();
  }

  Record damaged(Error error) {
    is_over_ = true;
    return Record{std::move(error), place_.line};
  }

  const Place begin_;
  const std::unique_ptr<Decompressor> decompressor_;
  const std::unique_ptr<RecordFormat> format_;
  Bytes text_;
  std::size_t used_ = 0;  // Of the text.
  Place place_;           // Of what is not used.
  bool skips_line_ = false;
  bool has_ended_ = false;  // No more is fed.
  bool is_all_ = false;     // The text has the end of the file.
  bool is_over_ = false;
};

}  // namespace

std::unique_ptr<records::ItemReader> ItemFileReaders::open(records::ReadOptions options) const {
  return std::make_unique<ItemFileReader>(options);
}

std::optional<std::size_t> LineFormat::find_end(ByteView text, bool is_all) {
  const auto end = text.find('\n', looked_at_);
  if (end != ByteView::npos) return end + 1;
  looked_at_ = text.size();
  return is_all ? std::optional(text.size()) : std::nullopt;
}

bool is_blank(ByteView text) { return text.find_first_not_of(" \t\r\n") == ByteView::npos; }

}  // namespace partita::formats

#include "wire/protocol/outlined_body.h"

#include "partita/base/base64.h"
#include "partita/base/json_string.h"

namespace partita::protocol {
namespace {

// Of a long text, as it is stored: six times as much as JSON at most. Three bytes of it are four
// characters of base64.
constexpr std::size_t kPartBytes = 12 * 1024;
static_assert(kPartBytes % 3 == 0);

}  // namespace

bool OutlinedBody::append_next(std::string& target, std::size_t bytes_wanted) {
  const std::size_t enough = target.size() + bytes_wanted;
  while (target.size() < enough) {
    if (next_text_ < texts_.size()) {
      go_on_with_item(target);
    } else if (next_gap_ < gaps_.size()) {
      target.append(outline_, at_, gaps_[next_gap_] - at_);
      at_ = gaps_[next_gap_];
      begin_item(target);
    } else {
      target.append(outline_, at_);
      at_ = outline_.size();
      return false;
    }
  }
  return true;
}

void OutlinedBody::leave_text(std::string_view text, bool is_binary) {
  texts_.push_back({.place = item_target_->size(), .text = text, .is_binary = is_binary});
}

// Writes the item up to its first long text, and keeps the rest for later.
void OutlinedBody::begin_item(std::string& target) {
  texts_.clear();
  next_text_ = 0;
  item_target_ = &target;
  {
    TextGaps* const gaps = long_texts_ == LongTexts::InParts ? this : nullptr;
    JsonSink sink(target, gaps);
    put_item(sink, next_gap_++);
  }
  if (texts_.empty()) return;
  const std::size_t first = texts_.front().place;
  item_.assign(target, first);
  target.resize(first);
  for (LongText& text : texts_) text.place -= first;
}

// Writes a part of the text that is due, and behind the last part what comes up to the next text.
void OutlinedBody::go_on_with_item(std::string& target) {
  const auto& [place, text, is_binary] = texts_[next_text_];
  if (text_at_ == 0) target.push_back('"');
  const auto part = text.substr(text_at_, kPartBytes);
  is_binary ? base64_append(target, part) : append_json_text(target, part);
  text_at_ += part.size();
  if (text_at_ < text.size()) return;
  target.push_back('"');
  text_at_ = 0;
  ++next_text_;
  const std::size_t end = next_text_ < texts_.size() ? texts_[next_text_].place : item_.size();
  target.append(item_, place, end - place);
}

}  // namespace partita::protocol

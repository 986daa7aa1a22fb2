#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "wire/protocol/body_source.h"
#include "wire/protocol/json_sink.h"

namespace partita::protocol {

// A body that is known but for its large parts, the items: where each of them goes is a gap in the
// text of the rest. An item becomes text when the text before it has been asked for.
class OutlinedBody : public BodySource, private TextGaps {
 public:
  bool append_next(std::string& target, std::size_t bytes_wanted) final;

 protected:
  // How an item is written whose strings and binary values are long.
  enum class LongTexts {
    AtOnce,
    // A part of such a text at a time, so that no item takes long however large it is.
    // REQUIRES: the texts that put_item gives to its sink live as long as this.
    InParts,
  };
  explicit OutlinedBody(LongTexts texts = LongTexts::AtOnce) : long_texts_(texts) {}
  // The text between the gaps, which a derived class fills once, before anything is asked for.
  std::string& outline() { return outline_; }
  // The next item goes where the text ends now.
  void leave_gap() { gaps_.push_back(outline_.size()); }

 private:
  // Writes the item of a gap, the first of which is 0. Called once for each, in order.
  virtual void put_item(JsonSink& sink, std::size_t gap) = 0;

  // A text that was left out, and its place in what is left of the item.
  struct LongText {
    std::size_t place;
    std::string_view text;
    bool is_binary;
  };
  void leave_string(std::string_view text) override { leave_text(text, false); }
  void leave_binary(ByteView bytes) override { leave_text(bytes, true); }
  void leave_text(std::string_view text, bool is_binary);
  void begin_item(std::string& target);
  void go_on_with_item(std::string& target);

  const LongTexts long_texts_;
  std::string* item_target_ = nullptr;  // While an item is begun.
  std::string item_;                    // What is left of an item that has begun.
  std::vector<LongText> texts_;         // Those that it still needs, the first one partly.
  std::size_t next_text_ = 0;
  std::size_t text_at_ = 0;  // Of that text.
  std::string outline_;
  std::vector<std::size_t> gaps_;  // Where they are in the outline.
  std::size_t at_ = 0;             // Of the outline.
  std::size_t next_gap_ = 0;
};

}  // namespace partita::protocol

#pragma once

#include <array>
#include <cstddef>
#include <cstring>
#include <string>
#include <string_view>

#include "partita/base/bytes.h"
#include "partita/value/item_view.h"
#include "partita/value/number.h"

namespace partita::protocol {

// Told of the items that belong into a text, where they are left out of it (outlined_body.h).
class ItemGaps {
 public:
  virtual ~ItemGaps() = default;
  // The item belongs at the end of the text that the sink has handed on.
  virtual void leave(const ItemView& item) = 0;
};

// Told of long texts, where they are left out of what is written, quotes included.
class TextGaps {
 public:
  // Texts up to this length are written at once.
  static constexpr std::size_t kShortBytesMax = std::size_t{16} << 10;

  virtual ~TextGaps() = default;
  // The text belongs at the end of what the sink has handed on.
  virtual void leave_string(std::string_view text) = 0;
  virtual void leave_binary(ByteView bytes) = 0;
};

// Takes JSON in small pieces and hands it to a string in large ones: appending a few bytes to a
// std::string costs several times what the bytes do. All of it is in the string when the sink ends.
// THREADS: one thread at a time.
class JsonSink {
 public:
  explicit JsonSink(std::string& target, ItemGaps* gaps = nullptr) : target_(target), gaps_(gaps) {}
  JsonSink(std::string& target, TextGaps* texts) : target_(target), gaps_(nullptr), texts_(texts) {}
  ~JsonSink() { flush(); }
  JsonSink(const JsonSink&) = delete;
  JsonSink& operator=(const JsonSink&) = delete;

  // Punctuation and literals, as they are.
  void raw(char character) {
    make_room(1);
    *at_++ = character;
  }
  template <std::size_t Size>
  void raw(const char (&literal)[Size]) {
    static_assert(Size <= kBufferBytes);
    make_room(Size);
    std::memcpy(at_, literal, Size - 1);
    at_ += Size - 1;
  }

  void raw(std::string_view text);

  // A JSON string, as append_json_string writes it.
  void string(std::string_view text);
  // A number in quotes, which is how the protocol has them.
  void number(const Number& number);
  // A base64 string.
  void binary(ByteView bytes);

  // Whether items are left out, and then leaves this one out.
  bool leave_out(const ItemView& item) {
    if (gaps_ == nullptr) return false;
    flush();
    gaps_->leave(item);
    return true;
  }
  // Hands on what it has taken so far.
  void flush();

 private:
  static constexpr std::size_t kBufferBytes = 1024;

  bool leaves_out(std::string_view text) const {
    return texts_ != nullptr && text.size() > TextGaps::kShortBytesMax;
  }
  void make_room(std::size_t bytes) {
    if (static_cast<std::size_t>(buffer_.data() + kBufferBytes - at_) < bytes) flush();
  }

  std::string& target_;
  ItemGaps* const gaps_;
  TextGaps* const texts_ = nullptr;
  std::array<char, kBufferBytes> buffer_;
  char* at_ = buffer_.data();
};

}  // namespace partita::protocol

#pragma once

#include <array>
#include <cstddef>
#include <cstring>
#include <string>
#include <string_view>

#include "partita/base/bytes.h"
#include "partita/value/number.h"

namespace partita::protocol {

// Takes JSON in small pieces and hands it to a string in large ones: appending a few bytes to a
// std::string costs several times what the bytes do. All of it is in the string when the sink ends.
// THREADS: one thread at a time.
class JsonSink {
 public:
  explicit JsonSink(std::string& target) : target_(target) {}
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

 private:
  static constexpr std::size_t kBufferBytes = 1024;

  void make_room(std::size_t bytes) {
    if (static_cast<std::size_t>(buffer_.data() + kBufferBytes - at_) < bytes) flush();
  }
  void flush();

  std::string& target_;
  std::array<char, kBufferBytes> buffer_;
  char* at_ = buffer_.data();
};

}  // namespace partita::protocol

#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "partita/base/random.h"

namespace partita {

// Overwrites secret bytes with zeros. The compiler does not optimise it away.
void wipe(std::span<char> bytes);

// Wipes a text at the end of its scope, before its memory goes back to the heap.
struct WipedAtEnd {
  std::string& text;
  ~WipedAtEnd() { wipe(text); }
};

// Text that is secret, such as a password. Wiped when it goes out of use; it is copied and never
// moved, because a string that was moved from may still hold the characters.
class SecretText {
 public:
  SecretText() = default;
  explicit SecretText(std::string_view text) : text_(text) {}
  SecretText(const SecretText&) = default;
  SecretText& operator=(const SecretText& other);
  ~SecretText() { wipe(text_); }

  std::string_view view() const { return text_; }

 private:
  std::string text_;
};

// Whether both are the same. The time it takes tells only whether their sizes are.
bool equal_in_constant_time(std::string_view a, std::string_view b);

// 32 secret bytes. Wiped when they go out of use, compared in constant time, never printed: there
// is no way to make text of them but `bytes()`, which only ciphers and sealing should call.
class SecretKey {
 public:
  static constexpr std::size_t kBytes = 32;

  static SecretKey generate(Random& random);

  SecretKey() = default;
  SecretKey(const SecretKey&) = default;
  SecretKey& operator=(const SecretKey&) = default;
  ~SecretKey();

  std::span<const unsigned char, kBytes> bytes() const { return bytes_; }
  std::span<unsigned char, kBytes> bytes() { return bytes_; }

  // Names the key without telling anything about it: 16 hexadecimal characters. Keys of different
  // purposes have different labels.
  std::string fingerprint(std::string_view label) const;

  bool operator==(const SecretKey& other) const;

 private:
  std::array<unsigned char, kBytes> bytes_{};
};

}  // namespace partita

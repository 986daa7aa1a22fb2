#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "partita/base/bytes.h"
#include "partita/base/result.h"

// The text form of Amazon Ion, as far as items need it.
namespace partita::formats {

// Finds where a value at the top ends: behind the bracket that closes it, with the rest of its line
// if that is empty, or at the end of the line that a value without brackets stands on. A line that
// begins with `$ion_1_0` begins anew, whatever stands before it.
class IonSplitter {
 public:
  // How many bytes the first value has; nullopt: more text is needed. It looks only at what is
  // new since the last call.
  std::optional<std::size_t> find_end(ByteView text, bool is_all);
  void forget() { *this = {}; }

 private:
  enum class Inside : std::uint8_t { Value, String, LongString, Symbol, Line, Block, Blob };

  // Moves behind the next token. False: more text is needed to say what it is.
  bool step(ByteView text, bool is_all);
  bool step_in_value(ByteView text, bool is_all);
  void step_over(char character);
  void step_in_quotes(char character, char quote);
  bool step_to(ByteView text, bool is_all, std::string_view end);
  bool is_new_beginning(ByteView text) const;

  std::size_t at_ = 0;
  std::size_t depth_ = 0;
  Inside inside_ = Inside::Value;
  bool has_content_ = false;
  bool is_closed_ = false;  // Only the rest of its line is missing.
  bool is_over_ = false;
};

enum class IonToken : std::uint8_t {
  End,
  OpenStruct,   // {
  CloseStruct,  // }
  OpenList,     // [
  CloseList,    // ]
  Comma,
  Colon,
  DoubleColon,
  String,  // text(), unescaped; long strings next to each other are one.
  Symbol,  // text(): an identifier or what was in quotes.
  Number,  // text(): as it stands, without underscores.
  Blob,    // text(): its bytes.
};

// Reads one value of Ion token by token.
class IonTokens {
 public:
  explicit IonTokens(ByteView text) : rest_(text) {}

  // Moves to the next one.
  // ERRORS: InvalidArgument for what is no Ion, and for what is no part of an item: clobs and
  // s-expressions.
  Result<IonToken> next();
  const std::string& text() const { return text_; }
  // Whether the symbol was in quotes: then it is a name, and no word of the language.
  bool is_quoted() const { return is_quoted_; }

 private:
  Status skip_space();
  Result<IonToken> read_word();
  Result<IonToken> read_string();
  Result<IonToken> read_long_string();
  Result<IonToken> read_symbol();
  Result<IonToken> read_blob();
  Status read_quoted(char quote);
  Status read_escape();
  Status read_code_point(std::size_t digits);
  Result<std::uint32_t> read_hex(std::size_t digits);
  bool take(std::string_view token);

  ByteView rest_;
  std::string text_;
  bool is_quoted_ = false;
};

}  // namespace partita::formats

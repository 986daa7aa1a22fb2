#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

#include "partita/value/item_writer.h"
#include "partita/value/measure.h"
#include "partita/value/number.h"
#include "wire/formats/ion_text.h"
#include "wire/formats/record_format.h"

namespace partita::formats {
namespace {

constexpr std::size_t kIonNameBytesMax = 65'535;
constexpr std::string_view kVersionMarker1 = "$ion_1_0";

// "$dynamodb_SS" before a list makes it a set.
std::optional<ValueType> set_named(std::string_view annotation) {
  if (annotation == "$dynamodb_SS") return ValueType::SS;
  if (annotation == "$dynamodb_NS") return ValueType::NS;
  if (annotation == "$dynamodb_BS") return ValueType::BS;
  return std::nullopt;
}

bool is_null_word(std::string_view word) { return word == "null" || word.starts_with("null."); }

// The digits of Ion's integers in hexadecimal and binary form.
Result<Number> number_of_base(std::string_view digits, bool is_negative, unsigned base) {
  Uint128 sum = 0;
  for (const char digit : digits) {
    const auto place = std::string_view("0123456789abcdefABCDEF").find(digit);
    const unsigned value = static_cast<unsigned>(place < 16 ? place : place - 6);
    if (place == std::string_view::npos || value >= base) {
      return Error::invalid_argument("a number that is none");
    }
    if (sum >> 120 != 0) return Error::invalid_argument("a number with more than 38 digits");
    sum = sum * base + value;
  }
  return Number::from_parts(is_negative, sum, 0);
}

Result<Number> number_of(std::string text) {
  if (text.find_first_of(":T") != std::string::npos) {
    return Error::invalid_argument("DynamoDB has no type for timestamps");
  }
  std::erase(text, '_');
  const bool is_negative = text.starts_with('-');
  const std::string_view digits = std::string_view(text).substr(is_negative ? 1 : 0);
  if (digits.starts_with("0x") || digits.starts_with("0X")) {
    return number_of_base(digits.substr(2), is_negative, 16);
  }
  if (digits.starts_with("0b") || digits.starts_with("0B")) {
    return number_of_base(digits.substr(2), is_negative, 2);
  }
  std::replace_if(
      text.begin(), text.end(), [](char letter) { return letter == 'd' || letter == 'D'; }, 'e');
  return Number::parse(text);
}

// Writes the item of one value of Ion.
class IonItem {
 public:
  IonItem(ByteView text, ItemWriter& writer) : tokens_(text), writer_(writer) {}

  // nullopt: there is no value in the text.
  // ERRORS: InvalidArgument.
  Result<std::optional<ItemView>> read(bool takes_bare_items) {
    writer_.clear();
    TRY(advance());
    while (is_marker()) TRY(advance());
    if (token_ == IonToken::End) return std::optional<ItemView>();
    TRY(skip_annotations());
    if (token_ != IonToken::OpenStruct) return refused("a struct is expected");
    if (takes_bare_items) {
      TRY(read_members(0));
    } else {
      TRY(read_wrapper());
    }
    if (token_ != IonToken::End) return refused("something follows the item");
    return std::optional(TRY(writer_.finish()));
  }

 private:
  static Error refused(std::string message) { return Error::invalid_argument(std::move(message)); }

  Status advance() {
    token_ = TRY(tokens_.next());
    return {};
  }

  bool is_marker() const {
    return token_ == IonToken::Symbol && !tokens_.is_quoted() && tokens_.text() == kVersionMarker1;
  }

  // {Item: {...}}, and nothing else.
  Status read_wrapper() {
    TRY(advance());
    if ((token_ != IonToken::Symbol && token_ != IonToken::String) || tokens_.text() != "Item") {
      return refused("the struct does not begin with the field Item");
    }
    TRY(advance());
    if (token_ != IonToken::Colon) return refused("a colon is missing behind a field's name");
    TRY(advance());
    TRY(skip_annotations());
    if (token_ != IonToken::OpenStruct) return refused("Item is no struct");
    TRY(read_members(0));
    if (token_ == IonToken::Comma) TRY(advance());
    if (token_ != IonToken::CloseStruct) return refused("something stands beside the field Item");
    return advance();
  }

  // Those of the struct whose bracket is the token; the one behind its end is the token then.
  Status read_members(int levels) {
    TRY(advance());
    while (token_ != IonToken::CloseStruct) {
      TRY(read_name());
      TRY(read_value(levels));
      if (token_ != IonToken::Comma) break;
      TRY(advance());
    }
    if (token_ != IonToken::CloseStruct) return refused("a struct does not end");
    return advance();
  }

  Status read_name() {
    if (token_ != IonToken::Symbol && token_ != IonToken::String) {
      return refused("a field's name is missing");
    }
    if (tokens_.text().empty() || tokens_.text().size() > kIonNameBytesMax) {
      return refused("a field's name must have 1 to 65535 bytes");
    }
    writer_.name(tokens_.text());
    TRY(advance());
    if (token_ != IonToken::Colon) return refused("a colon is missing behind a field's name");
    return advance();
  }

  // The value that begins with the token. Annotations that mean nothing to DynamoDB are passed.
  Status read_value(int levels) {
    set_.reset();
    for (;;) {
      const auto is_symbol = token_ == IonToken::Symbol;
      const std::string text = is_symbol ? tokens_.text() : std::string();
      const bool is_quoted = tokens_.is_quoted();
      if (!is_symbol) break;
      TRY(advance());
      if (token_ != IonToken::DoubleColon) return write_word(text, is_quoted);
      if (const auto set = set_named(text)) {
        set_ = set;
      } else if (text.starts_with("$dynamodb_")) {
        return refused("an unknown annotation of DynamoDB: " + text);
      }
      TRY(advance());
    }
    if (const auto set = std::exchange(set_, std::nullopt)) return read_set(*set);
    if (token_ == IonToken::OpenList) return read_list(levels);
    if (token_ == IonToken::OpenStruct) return read_map(levels);
    return read_scalar();
  }

  Status skip_annotations() {
    while (token_ == IonToken::Symbol) {
      TRY(advance());
      if (token_ != IonToken::DoubleColon) return refused("a struct is expected");
      TRY(advance());
    }
    return {};
  }

  Status write_word(std::string_view word, bool is_quoted) {
    if (is_quoted || !(is_null_word(word) || word == "true" || word == "false")) {
      return refused(word == "nan" ? "DynamoDB has no NaN" : "DynamoDB has no type for symbols");
    }
    if (is_null_word(word)) {
      writer_.null();
    } else {
      writer_.boolean(word == "true");
    }
    return {};
  }

  Status read_scalar() {
    TRY(write_scalar(token_));
    return advance();
  }

  Status write_scalar(IonToken token) {
    if (token == IonToken::String) {
      writer_.string(tokens_.text());
    } else if (token == IonToken::Number) {
      writer_.number(TRY(number_of(tokens_.text())));
    } else if (token == IonToken::Blob) {
      writer_.binary(tokens_.text());
    } else {
      return refused("a value is missing");
    }
    return {};
  }

  Status read_set(ValueType set) {
    if (token_ != IonToken::OpenList) return refused("a set is written as a list");
    const IonToken wanted = set == ValueType::SS   ? IonToken::String
                            : set == ValueType::NS ? IonToken::Number
                                                   : IonToken::Blob;
    writer_.begin(set);
    TRY(advance());
    while (token_ != IonToken::CloseList) {
      if (token_ != wanted) return refused("a set has an element of another type");
      TRY(read_scalar());
      if (token_ != IonToken::Comma) break;
      TRY(advance());
    }
    if (token_ != IonToken::CloseList) return refused("a list does not end");
    writer_.end();
    return advance();
  }

  Status read_list(int levels) {
    TRY(check_depth(levels));
    writer_.begin(ValueType::L);
    TRY(advance());
    while (token_ != IonToken::CloseList) {
      TRY(read_value(levels + 1));
      if (token_ != IonToken::Comma) break;
      TRY(advance());
    }
    if (token_ != IonToken::CloseList) return refused("a list does not end");
    writer_.end();
    return advance();
  }

  Status read_map(int levels) {
    TRY(check_depth(levels));
    writer_.begin(ValueType::M);
    TRY(read_members(levels + 1));
    writer_.end();
    return {};
  }

  static Status check_depth(int levels) { return check_nesting(levels + 2); }

  IonTokens tokens_;
  ItemWriter& writer_;
  IonToken token_ = IonToken::End;
  std::optional<ValueType> set_;
};

class IonFormat : public RecordFormat {
 public:
  explicit IonFormat(bool takes_bare_items) : takes_bare_items_(takes_bare_items) {}

  std::optional<std::size_t> find_end(ByteView text, bool is_all) override {
    return splitter_.find_end(text, is_all);
  }
  void forget() override { splitter_.forget(); }
  void pass(ByteView) override {}

  std::optional<Result<ItemView>> parse(ByteView record) override {
    auto item = IonItem(record, writer_).read(false);
    if (takes_bare_items_ && !item.ok()) {
      // The fault of what it is not would only confuse.
      auto bare = IonItem(record, writer_).read(true);
      if (bare.ok()) item = std::move(bare);
    }
    if (!item.ok()) return Result<ItemView>(std::move(item).error());
    if (!*item) return std::nullopt;
    return Result<ItemView>(**item);
  }

 private:
  const bool takes_bare_items_;
  IonSplitter splitter_;
  ItemWriter writer_;
};

}  // namespace

std::unique_ptr<RecordFormat> make_ion_format(const records::ReadOptions& options) {
  return std::make_unique<IonFormat>(options.takes_bare_items);
}

}  // namespace partita::formats

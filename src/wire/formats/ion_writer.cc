#include "wire/formats/ion_writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>

#include "partita/base/base64.h"
#include "partita/base/json_string.h"
#include "partita/value/number.h"

// text   := line*                     line := "$ion_1_0 " struct "\n"
// struct := "{" (name ":" value ("," name ":" value)*)? "}"
// name   := identifier | string       A string where it would mean something else as it is.
// value  := string | decimal | blob | "true" | "false" | "null" | list | struct | set
// set    := ("$dynamodb_SS" | "$dynamodb_NS" | "$dynamodb_BS") "::" list
// string := as in JSON                blob := "{{" base64 "}}"

namespace partita::formats {
namespace {

constexpr std::string_view kIonVersion = "$ion_1_0 ";
constexpr std::array<std::string_view, 4> kIonWords = {"null", "true", "false", "nan"};
// A number with more zeros behind its point is written with an exponent.
constexpr int kLeadingZerosMax = 6;

void append_ion_value(std::string& text, const ValueView& value);

bool is_of_identifier(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

bool is_identifier(std::string_view name) {
  const bool begins = !name.empty() && !(name.front() >= '0' && name.front() <= '9');
  return begins && std::all_of(name.begin(), name.end(), is_of_identifier) &&
         std::find(kIonWords.begin(), kIonWords.end(), name) == kIonWords.end();
}

void append_ion_name(std::string& text, std::string_view name) {
  if (is_identifier(name)) {
    text += name;
  } else {
    append_json_string(text, name);
  }
  text += ':';
}

std::string digits_of(Uint128 coefficient) {
  std::string digits;
  do {
    digits += static_cast<char>('0' + static_cast<int>(coefficient % 10));
    coefficient /= 10;
  } while (coefficient > 0);
  std::reverse(digits.begin(), digits.end());
  return digits;
}

// A decimal has a point or an exponent: 103. and 6d2 and 8.5 and 1d-100.
void append_ion_number(std::string& text, const Number& number) {
  if (number.is_negative()) text += '-';
  std::string digits = digits_of(number.coefficient());
  const int exponent = number.exponent();
  const int whole = static_cast<int>(digits.size()) + exponent;  // Digits before the point.
  if (exponent == 0) {
    text += digits + '.';
  } else if (exponent > 0 || whole < -kLeadingZerosMax) {
    fmt::format_to(std::back_inserter(text), "{}d{}", digits, exponent);
  } else if (whole > 0) {
    digits.insert(static_cast<std::size_t>(whole), 1, '.');
    text += digits;
  } else {
    text += "0." + std::string(static_cast<std::size_t>(-whole), '0') + digits;
  }
}

void append_ion_blob(std::string& text, ByteView bytes) {
  text += "{{";
  base64_append(text, bytes);
  text += "}}";
}

template <typename Elements, typename Append>
void append_ion_list(std::string& text, const Elements& elements, Append append) {
  text += '[';
  bool is_first = true;
  for (const auto& element : elements) {
    if (!is_first) text += ',';
    is_first = false;
    append(element);
  }
  text += ']';
}

void append_ion_struct(std::string& text, const MapView& map) {
  text += '{';
  bool is_first = true;
  for (const MemberView& member : map) {
    if (!is_first) text += ',';
    is_first = false;
    append_ion_name(text, member.name);
    append_ion_value(text, member.value);
  }
  text += '}';
}

void append_ion_set(std::string& text, const ValueView& value) {
  switch (value.type()) {
    case ValueType::SS:
      text += "$dynamodb_SS::";
      return append_ion_list(text, value.string_set(),
                             [&](std::string_view each) { append_json_string(text, each); });
    case ValueType::NS:
      text += "$dynamodb_NS::";
      return append_ion_list(text, value.number_set(),
                             [&](const Number& each) { append_ion_number(text, each); });
    default:
      text += "$dynamodb_BS::";
      return append_ion_list(text, value.binary_set(),
                             [&](ByteView each) { append_ion_blob(text, each); });
  }
}

void append_ion_value(std::string& text, const ValueView& value) {
  switch (value.type()) {
    case ValueType::S:
      return append_json_string(text, value.string());
    case ValueType::N:
      return append_ion_number(text, value.number());
    case ValueType::B:
      return append_ion_blob(text, value.binary());
    case ValueType::Bool:
      text += value.boolean() ? "true" : "false";
      return;
    case ValueType::L:
      return append_ion_list(text, value.list(),
                             [&](const ValueView& each) { append_ion_value(text, each); });
    case ValueType::M:
      return append_ion_struct(text, value.map());
    case ValueType::SS:
    case ValueType::NS:
    case ValueType::BS:
      return append_ion_set(text, value);
    default:
      text += "null";
  }
}

}  // namespace

void append_ion_item(std::string& text, const ItemView& item) {
  text += kIonVersion;
  text += "{Item:";
  append_ion_struct(text, item.attributes());
  text += "}\n";
}

void append_ion_change(std::string& text, const table_exports::ChangedItem& change) {
  text += kIonVersion;
  text += "{Record:{Keys:";
  append_ion_struct(text, change.keys.attributes());
  fmt::format_to(std::back_inserter(text), ",Metadata:{{WriteTimestampMicros:{}000.}}",
                 change.time);
  if (change.old_image) {
    text += ",OldImage:";
    append_ion_struct(text, change.old_image->attributes());
  }
  if (change.new_image) {
    text += ",NewImage:";
    append_ion_struct(text, change.new_image->attributes());
  }
  text += "}}\n";
}

}  // namespace partita::formats

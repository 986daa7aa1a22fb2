#include "language/value/json_text.h"

#include <utility>

#include "partita/base/base64.h"
#include "partita/base/check.h"
#include "partita/base/json_string.h"

namespace partita {
namespace {

template <typename Elements, typename Write>
void write_array(JsonText& json, const Elements& elements, Write write) {
  json.open_array();
  for (const auto& element : elements) write(element);
  json.close_array();
}

void write_map(JsonText& json, const Map& map) {
  json.open_object();
  for (const auto& [name, value] : map) {
    json.name(name);
    json.value(value);
  }
  json.close_object();
}

void write_binary(JsonText& json, const Bytes& bytes) { json.string(base64_encode(bytes)); }

void write_set(JsonText& json, const Value& value) {
  switch (value.type()) {
    case ValueType::SS:
      return write_array(json, value.string_set().elements(),
                         [&](const std::string& text) { json.string(text); });
    case ValueType::NS:
      return write_array(json, value.number_set().elements(),
                         [&](const Number& number) { json.number(number); });
    default:
      return write_array(json, value.binary_set().elements(),
                         [&](const Binary& binary) { write_binary(json, binary.bytes); });
  }
}

}  // namespace

void JsonText::break_line() {
  if (layout_ == JsonLayout::Compact) return;
  text_.push_back('\n');
  text_.append(2 * has_values_.size(), ' ');
}

void JsonText::begin_value() {
  if (std::exchange(is_named_, false) || has_values_.empty()) return;
  if (has_values_.back() != 0) text_.push_back(',');
  has_values_.back() = 1;
  break_line();
}

void JsonText::name(std::string_view text) {
  begin_value();
  append_json_string(text_, text);
  text_.append(layout_ == JsonLayout::Compact ? ":" : ": ");
  is_named_ = true;
}

void JsonText::open(char bracket) {
  begin_value();
  text_.push_back(bracket);
  has_values_.push_back(0);
}

void JsonText::close(char bracket) {
  PARTITA_CHECK(!has_values_.empty());
  const bool had_values = has_values_.back() != 0;
  has_values_.pop_back();
  if (had_values) break_line();
  text_.push_back(bracket);
}

void JsonText::string(std::string_view text) {
  begin_value();
  append_json_string(text_, text);
}

void JsonText::number(const Number& number) {
  begin_value();
  number.append_to(text_);
}

void JsonText::boolean(bool truth) { raw(truth ? "true" : "false"); }

void JsonText::null() { raw("null"); }

void JsonText::raw(std::string_view json) {
  begin_value();
  text_.append(json);
}

void JsonText::value(const Value& value) {
  switch (value.type()) {
    case ValueType::S:
      return string(value.string());
    case ValueType::N:
      return number(value.number());
    case ValueType::B:
      return write_binary(*this, value.binary());
    case ValueType::Bool:
      return boolean(value.boolean());
    case ValueType::Null:
      return null();
    case ValueType::L:
      return write_array(*this, value.list(),
                         [this](const Value& element) { this->value(element); });
    case ValueType::M:
      return write_map(*this, value.map());
    case ValueType::SS:
    case ValueType::NS:
    case ValueType::BS:
      return write_set(*this, value);
  }
}

void JsonText::member(std::string_view member_name, std::string_view text) {
  name(member_name);
  string(text);
}

void JsonText::member(std::string_view member_name, const Number& number) {
  name(member_name);
  this->number(number);
}

void JsonText::flag(std::string_view member_name, bool truth) {
  name(member_name);
  boolean(truth);
}

void JsonText::strings(std::string_view member_name, const std::vector<std::string>& texts) {
  array(member_name);
  for (const std::string& text : texts) string(text);
  close_array();
}

void JsonText::object(std::string_view member_name) {
  name(member_name);
  open_object();
}

void JsonText::array(std::string_view member_name) {
  name(member_name);
  open_array();
}

std::string JsonText::take() && {
  PARTITA_CHECK(has_values_.empty());
  if (layout_ == JsonLayout::Lines) text_.push_back('\n');
  return std::move(text_);
}

std::string to_json(const Value& value) {
  JsonText json;
  json.value(value);
  return std::move(json).take();
}

}  // namespace partita

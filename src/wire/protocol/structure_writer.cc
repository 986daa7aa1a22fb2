#include "wire/protocol/structure_writer.h"

#include <fmt/format.h>

#include <array>
#include <charconv>

namespace partita::protocol {
namespace {

// Room for any double or integer.
using NumberText = std::array<char, 32>;

template <typename Number>
std::string_view print(NumberText& text, Number number) {
  const auto end = std::to_chars(text.data(), text.data() + text.size(), number).ptr;
  return {text.data(), static_cast<std::size_t>(end - text.data())};
}

}  // namespace

void put_number(JsonSink& sink, std::int64_t number) {
  NumberText text;
  sink.raw(print(text, number));
}

void put_number(JsonSink& sink, double number) {
  NumberText text;
  const std::string_view digits = print(text, number);
  sink.raw(digits);
  if (digits.find_first_of(".e") == std::string_view::npos) sink.raw(".0");
}

void put_timestamp(JsonSink& sink, const api::Timestamp& timestamp) {
  sink.raw(fmt::format("{:.3f}", timestamp.seconds));
}

void put_item(JsonSink& sink, const ItemView& item) {
  if (!sink.leave_out(item)) put_json(sink, item);
}

void put_items(JsonSink& sink, const EncodedItemList& items) {
  Separator separator(sink);
  sink.raw('[');
  for (std::size_t i = 0; i < items.size(); ++i) {
    separator.next();
    put_item(sink, items.at(i));
  }
  sink.raw(']');
}

}  // namespace partita::protocol

#include "cli/stream_text.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <chrono>
#include <string_view>

#include "cli/display_text.h"
#include "cli/item_lines.h"
#include "language/value/json_text.h"

namespace partita::cli {
namespace {

constexpr std::size_t kValueWidthMax = 200;
constexpr std::string_view kColourEnd = "\x1b[0m";

std::string shown(const Value& value) { return fitted_text(value_line(value), kValueWidthMax); }

std::string_view colour_of(std::string_view event) {
  if (event == "INSERT") return "\x1b[32m";
  return event == "REMOVE" ? "\x1b[31m" : "\x1b[33m";
}

std::string key_words(const Item& key) {
  std::string text;
  for (const auto& [name, value] : key)
    text += fmt::format(" {}={}", safe_text(name), shown(value));
  return text;
}

// All attributes of one image, or those in which two differ. Keys are in the first line already.
std::string attributes_text(const Item& key, const Item& before, const Item& after) {
  std::string text;
  for (const auto& [name, value] : before) {
    if (key.find(name) != nullptr) continue;
    const Value* const now = after.find(name);
    if (now == nullptr) {
      text += fmt::format("    - {}: {}\n", safe_text(name), shown(value));
    } else if (*now != value) {
      text += fmt::format("    {}: {} -> {}\n", safe_text(name), shown(value), shown(*now));
    }
  }
  for (const auto& [name, value] : after) {
    if (key.find(name) != nullptr || before.find(name) != nullptr) continue;
    text += fmt::format("    + {}: {}\n", safe_text(name), shown(value));
  }
  return text;
}

std::string clock_of(std::int64_t seconds) {
  const std::chrono::sys_seconds moment{std::chrono::seconds(seconds)};
  return fmt::format("{:%H:%M:%S}", moment);
}

}  // namespace

std::string change_text(const client::TailedChange& record, const StreamLook& look) {
  const Item key = record.key.view().to_item();
  std::string event = fmt::format("{:<6}", safe_text(record.event));
  if (look.has_colours) event = fmt::format("{}{}{}", colour_of(record.event), event, kColourEnd);
  std::string text = fmt::format("{}  {} {}{}\n", clock_of(record.created_at), event,
                                 key_words(key), record.is_expiry ? "  (expired)" : "");
  const Item before = record.before ? record.before->view().to_item() : Item();
  const Item after = record.after ? record.after->view().to_item() : Item();
  // With one image of a change, nobody knows what has changed.
  const bool is_known = record.event != "MODIFY" || (record.before && record.after);
  return is_known ? text + attributes_text(key, before, after) : text;
}

std::string change_line(const client::TailedChange& record, ItemOutput output) {
  const auto item_json = [&](const ItemView& item) {
    std::string line = item_line(item, output);
    line.pop_back();  // Its line break.
    return line;
  };
  JsonText json(JsonLayout::Compact);
  json.open_object();
  json.member("event", record.event);
  json.member("at", Number(record.created_at));
  json.member("sequence_number", record.sequence_number);
  if (record.is_expiry) json.flag("expired");
  json.name("key");
  json.raw(item_json(record.key.view()));
  if (record.before) {
    json.name("before");
    json.raw(item_json(record.before->view()));
  }
  if (record.after) {
    json.name("after");
    json.raw(item_json(record.after->view()));
  }
  json.close_object();
  return std::move(json).take() + "\n";
}

}  // namespace partita::cli

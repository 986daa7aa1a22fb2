#include "json.h"

#include <fmt/format.h>

#include <charconv>
#include <cstring>
#include <optional>

namespace partita::load {
namespace {

constexpr int kDepthMax = 40;

// Only what lies below U+10000 by itself: no answer of the data set has escapes beyond.
void append_utf8(std::string& text, unsigned code) {
  const auto tail = [](unsigned bits) { return static_cast<char>(0x80 | (bits & 0x3f)); };
  if (code < 0x80) {
    text += static_cast<char>(code);
  } else if (code < 0x800) {
    text += static_cast<char>(0xc0 | (code >> 6));
    text += tail(code);
  } else {
    text += static_cast<char>(0xe0 | (code >> 12));
    text += tail(code >> 6);
    text += tail(code);
  }
}

bool is_space(char byte) { return byte == ' ' || byte == '\t' || byte == '\r' || byte == '\n'; }

class Parser {
 public:
  explicit Parser(std::string_view text) : text_(text) {}

  Result<Json> document() {
    auto json = TRY(value(0));
    skip_spaces();
    if (at_ != text_.size()) return wrong("the end");
    return json;
  }

 private:
  Error wrong(std::string_view expected) const {
    return Error::invalid_argument(fmt::format("no JSON: expected {} at byte {}", expected, at_));
  }
  void skip_spaces() {
    while (at_ < text_.size() && is_space(text_[at_])) ++at_;
  }
  bool accept(char wanted) {
    skip_spaces();
    if (at_ == text_.size() || text_[at_] != wanted) return false;
    ++at_;
    return true;
  }

  Result<Json> value(int depth) {
    if (depth > kDepthMax) return wrong("fewer levels");
    if (accept('{')) return object(depth);
    if (accept('[')) return array(depth);
    if (!accept('"')) return scalar();
    Json json{.kind = Json::Kind::String};
    json.text = TRY(string());
    return json;
  }

  Result<Json> object(int depth) {
    Json json{.kind = Json::Kind::Object};
    if (accept('}')) return json;
    do {
      if (!accept('"')) return wrong("a name");
      auto name = TRY(string());
      if (!accept(':')) return wrong("a colon");
      auto member = TRY(value(depth + 1));
      if (!json.members.emplace(std::move(name), std::move(member)).second) {
        return wrong("a name that is new");
      }
    } while (accept(','));
    if (!accept('}')) return wrong("a brace");
    return json;
  }

  Result<Json> array(int depth) {
    Json json{.kind = Json::Kind::Array};
    if (accept(']')) return json;
    do {
      json.elements.push_back(TRY(value(depth + 1)));
    } while (accept(','));
    if (!accept(']')) return wrong("a bracket");
    return json;
  }

  Result<Json> scalar() {
    const std::size_t stop = std::min(text_.find_first_of(",]} \t\r\n", at_), text_.size());
    Json json{.text = std::string(text_.substr(at_, stop - at_))};
    if (json.text == "true" || json.text == "false" || json.text == "null") {
      at_ = stop;
      return json;
    }
    double number = 0;
    const char* const end = json.text.data() + json.text.size();
    const auto [parsed, error] = std::from_chars(json.text.data(), end, number);
    if (error != std::errc{} || parsed != end) return wrong("a value");
    json.kind = Json::Kind::Number;
    at_ = stop;
    return json;
  }

  // Behind the opening quote.
  Result<std::string> string() {
    std::string text;
    while (at_ < text_.size() && text_[at_] != '"') {
      if (text_[at_] != '\\') {
        text += text_[at_++];
      } else if (!unescape(text)) {
        return wrong("an escape");
      }
    }
    if (at_ == text_.size()) return wrong("a quote");
    ++at_;
    return text;
  }

  bool unescape(std::string& text) {
    constexpr std::string_view kLetters = "\"\\/bfnrt";
    const std::string_view rest = text_.substr(at_ + 1);
    if (rest.empty()) return false;
    if (const auto letter = kLetters.find(rest[0]); letter != std::string_view::npos) {
      text += "\"\\/\b\f\n\r\t"[letter];
      at_ += 2;
      return true;
    }
    unsigned code = 0;
    if (rest[0] != 'u' || rest.size() < 5) return false;
    if (std::from_chars(&rest[1], &rest[1] + 4, code, 16).ptr != &rest[1] + 4) return false;
    append_utf8(text, code);
    at_ += 6;
    return true;
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

}  // namespace

const Json* Json::find(std::string_view name) const {
  const auto found = members.find(name);
  return found == members.end() ? nullptr : &found->second;
}

std::string_view Json::attribute(std::string_view name, std::string_view type) const {
  const Json* const member = find(name);
  const Json* const content = member == nullptr ? nullptr : member->find(type);
  return content == nullptr ? std::string_view() : std::string_view(content->text);
}

Result<Json> parse_json(std::string_view text) { return Parser(text).document(); }

std::size_t find_text(std::string_view body, std::string_view text, std::size_t from) {
  if (from > body.size()) return std::string_view::npos;
  const void* const found =
      ::memmem(body.data() + from, body.size() - from, text.data(), text.size());
  if (found == nullptr) return std::string_view::npos;
  return static_cast<std::size_t>(static_cast<const char*>(found) - body.data());
}

std::string_view object_behind(std::string_view text, std::string_view name) {
  const std::string label = fmt::format("\"{}\":{{", name);
  const auto found = find_text(text, label);
  if (found == std::string_view::npos) return {};
  const std::size_t start = found + label.size() - 1;
  int depth = 0;
  bool in_string = false;
  for (std::size_t at = start; at < text.size(); ++at) {
    const char byte = text[at];
    if (in_string && byte == '\\') {
      ++at;
    } else if (byte == '"') {
      in_string = !in_string;
    } else if (!in_string && (byte == '{' || byte == '}')) {
      depth += byte == '{' ? 1 : -1;
      if (depth == 0) return text.substr(start, at + 1 - start);
    }
  }
  return {};
}

}  // namespace partita::load

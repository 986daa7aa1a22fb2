#include "model/definition/key_template.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <utility>

#include "model/formula/decimal.h"
#include "model/formula/slug.h"

namespace partita::model {
namespace {

bool is_name_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         c == '-' || c == '.';
}

bool is_part_name(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), is_name_character);
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  return text;
}

std::optional<int> small_number(std::string_view text, int max) {
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value >= 1 && value <= max ? std::optional(value) : std::nullopt;
}

Error bad_variable(std::string_view inside, std::string_view what) {
  return Error::invalid_argument(fmt::format("{{{}}}: {}", inside, what));
}

Result<TemplateVariable> parse_shard(std::string_view inside) {
  constexpr std::string_view kOpen = "shard(";
  std::string_view arguments = inside.substr(kOpen.size(), inside.size() - kOpen.size() - 1);
  const std::size_t comma = arguments.find(',');
  TemplateVariable variable;
  variable.name = trimmed(arguments.substr(0, comma));
  const auto count =
      comma == std::string_view::npos
          ? std::nullopt
          : small_number(trimmed(arguments.substr(comma + 1)), KeyTemplate::kShardsMax);
  if (!count || !is_part_name(variable.name)) {
    return bad_variable(inside, fmt::format("shards are written {{shard(name, n)}}, n from 1 to {}",
                                            KeyTemplate::kShardsMax));
  }
  variable.shards = *count;
  return variable;
}

Result<TemplateVariable> parse_variable(std::string_view inside) {
  if (inside.starts_with("shard(") && inside.ends_with(')')) return parse_shard(inside);
  TemplateVariable variable;
  std::string_view rest = inside;
  if (const std::size_t bar = rest.find('|'); bar != std::string_view::npos) {
    const std::string_view filter = rest.substr(bar + 1);
    if (filter != "lower" && filter != "slug") {
      return bad_variable(inside, "the filters are |lower and |slug");
    }
    variable.filter = filter == "lower" ? TextFilter::Lower : TextFilter::Slug;
    rest = rest.substr(0, bar);
  }
  if (const std::size_t colon = rest.find(':'); colon != std::string_view::npos) {
    const std::string_view padding = rest.substr(colon + 1);
    const auto width = padding.starts_with('0')
                           ? small_number(padding.substr(1), KeyTemplate::kWidthMax)
                           : std::nullopt;
    if (!width || variable.filter != TextFilter::None) {
      return bad_variable(inside, "padding is written {name:04}, without a filter");
    }
    variable.width = *width;
    rest = rest.substr(0, colon);
  }
  if (!is_part_name(rest)) {
    return bad_variable(inside, "a variable is the name of an attribute: {name}");
  }
  variable.name = rest;
  return variable;
}

// The text of a value in a key: only strings and numbers have one.
class ValueText {
 public:
  explicit ValueText(const std::optional<ValueView>& value) {
    if (value && value->type() == ValueType::S) {
      text_ = value->string();
    } else if (value && value->type() == ValueType::N) {
      char* end = value->number().print_to(digits_);
      text_ = std::string_view(digits_, static_cast<std::size_t>(end - digits_));
    }
  }
  ValueText(const ValueText&) = delete;
  ValueText& operator=(const ValueText&) = delete;

  const std::optional<std::string_view>& text() const { return text_; }

 private:
  char digits_[Number::kTextBytesMax];
  std::optional<std::string_view> text_;
};

Status append_padded(std::string& target, const TemplateVariable& variable, std::string_view text) {
  const auto width = static_cast<std::size_t>(variable.width);
  const bool is_whole = !text.empty() && text.find_first_not_of("0123456789") == text.npos;
  if (!is_whole || text.size() > width) {
    return Error::invalid_argument(
        fmt::format("{} is {}, which is no whole number of at most {} digits as {{{}:0{}}} needs",
                    variable.name, text, width, variable.name, width));
  }
  target.append(width - text.size(), '0').append(text);
  return {};
}

Status append_variable(std::string& target, const TemplateVariable& variable,
                       std::string_view text) {
  if (variable.shards != 0) {
    target.append(std::to_string(shard_of(text, static_cast<std::uint32_t>(variable.shards))));
    return {};
  }
  if (variable.width != 0) return append_padded(target, variable, text);
  const std::size_t start = target.size();
  switch (variable.filter) {
    case TextFilter::None:
      target.append(text);
      break;
    case TextFilter::Lower:
      append_lower(target, text);
      break;
    case TextFilter::Slug:
      append_slug(target, text);
      break;
  }
  if (variable.until.empty() || target.find(variable.until, start) == std::string::npos) return {};
  return Error::invalid_argument(
      fmt::format("{} is \"{}\", which contains \"{}\", the text that "
                  "follows it in the key",
                  variable.name, text, variable.until));
}

// Cuts the template into parts; braces that are doubled are text.
class TemplateScanner {
 public:
  explicit TemplateScanner(std::string_view text) : text_(text) {}

  Result<std::vector<TemplatePart>> scan() {
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if ((c == '{' || c == '}') && text_.substr(at_ + 1, 1) == text_.substr(at_, 1)) {
        literal_.push_back(c);
        at_ += 2;
      } else if (c == '{') {
        const Status status = add_variable();
        if (!status.ok()) return status.error();
      } else if (c == '}') {
        return Error::invalid_argument(fmt::format(
            "at character {}: a `}}` closes nothing; `}}}}` is the character itself", at_ + 1));
      } else {
        literal_.push_back(c);
        ++at_;
      }
    }
    flush_literal();
    return std::move(parts_);
  }

 private:
  Status add_variable() {
    const std::size_t end = text_.find('}', at_);
    if (end == std::string_view::npos) {
      return Error::invalid_argument(
          fmt::format("at character {}: the `{{` is not closed", at_ + 1));
    }
    flush_literal();
    auto variable = parse_variable(text_.substr(at_ + 1, end - at_ - 1));
    if (!variable.ok()) return std::move(variable).error();
    parts_.push_back({.variable = *std::move(variable)});
    at_ = end + 1;
    return {};
  }

  void flush_literal() {
    if (!literal_.empty()) parts_.push_back({.literal = std::exchange(literal_, {})});
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::string literal_;
  std::vector<TemplatePart> parts_;
};

// Tells each variable what follows it; returns why the template cannot be read back, if so.
std::string link_parts(std::vector<TemplatePart>& parts) {
  std::string ambiguity;
  for (std::size_t i = 0; i + 1 < parts.size(); ++i) {
    if (!parts[i].variable) continue;
    if (!parts[i + 1].variable) {
      parts[i].variable->until = parts[i + 1].literal;
    } else if (ambiguity.empty()) {
      ambiguity = fmt::format("{{{}}} and {{{}}} touch: nothing tells where one ends",
                              parts[i].variable->name, parts[i + 1].variable->name);
    }
  }
  return ambiguity;
}

// The variable's value in front of `key`, or nullopt; the key moves behind it.
std::optional<std::string_view> take_value(const TemplateVariable& variable,
                                           std::string_view& key) {
  const std::size_t end =
      variable.until.empty() ? key.size() : std::min(key.find(variable.until), key.size());
  std::string_view text = key.substr(0, end);
  key.remove_prefix(end);
  if (text.empty()) return std::nullopt;
  if (variable.width == 0) return text;
  const bool is_padded = text.size() == static_cast<std::size_t>(variable.width) &&
                         text.find_first_not_of("0123456789") == std::string_view::npos;
  if (!is_padded) return std::nullopt;
  text.remove_prefix(std::min(text.find_first_not_of('0'), text.size() - 1));
  return text;
}

}  // namespace

Result<KeyTemplate> KeyTemplate::parse(std::string_view text) {
  if (text.empty()) return Error::invalid_argument("a key template must not be empty");
  if (text.size() > kTextBytesMax) {
    return Error::invalid_argument(
        fmt::format("a key template has at most {} bytes", kTextBytesMax));
  }
  KeyTemplate result;
  result.text_ = text;
  result.parts_ = TRY(TemplateScanner(text).scan());
  result.ambiguity_ = link_parts(result.parts_);
  return result;
}

Result<bool> KeyTemplate::render(std::string& target, Lookup lookup) const {
  const std::size_t start = target.size();
  for (const TemplatePart& part : parts_) {
    if (!part.variable) {
      target.append(part.literal);
      continue;
    }
    const ValueText text(lookup(part.variable->name));
    auto appended = text.text() ? append_variable(target, *part.variable, *text.text()) : Status();
    if (text.text() && appended.ok()) continue;
    target.resize(start);
    if (!appended.ok()) return std::move(appended).error();
    return false;
  }
  return true;
}

Result<std::string> KeyTemplate::render_prefix(Lookup lookup) const {
  std::string prefix;
  for (const TemplatePart& part : parts_) {
    if (!part.variable) {
      prefix.append(part.literal);
      continue;
    }
    const ValueText text(lookup(part.variable->name));
    if (!text.text()) break;
    auto appended = append_variable(prefix, *part.variable, *text.text());
    if (!appended.ok()) return std::move(appended).error();
  }
  return prefix;
}

bool KeyTemplate::read_back(std::string_view key, Visitor visit) const {
  if (!ambiguity_.empty()) return false;
  for (const TemplatePart& part : parts_) {
    if (part.variable) {
      const auto text = take_value(*part.variable, key);
      if (!text) return false;
      visit(*part.variable, *text);
    } else if (key.starts_with(part.literal)) {
      key.remove_prefix(part.literal.size());
    } else {
      return false;
    }
  }
  return key.empty();
}

bool KeyTemplate::matches(std::string_view key) const {
  return read_back(key, [](const TemplateVariable&, std::string_view) {});
}

std::string_view KeyTemplate::literal_prefix() const {
  return parts_.empty() || parts_.front().variable ? std::string_view() : parts_.front().literal;
}

bool KeyTemplate::is_constant() const {
  return std::none_of(parts_.begin(), parts_.end(),
                      [](const TemplatePart& part) { return part.variable.has_value(); });
}

bool KeyTemplate::is_bare_variable() const {
  return parts_.size() == 1 && parts_.front().variable && parts_.front().variable->width == 0 &&
         parts_.front().variable->is_reversible();
}

bool KeyTemplate::uses(std::string_view name) const {
  return std::any_of(parts_.begin(), parts_.end(), [name](const TemplatePart& part) {
    return part.variable && part.variable->name == name;
  });
}

std::uint32_t shard_of(std::string_view text, std::uint32_t count) {
  std::uint64_t hash = 14695981039346656037U;
  for (const char c : text) {
    hash ^= static_cast<unsigned char>(c);
    hash *= 1099511628211U;
  }
  return static_cast<std::uint32_t>(hash % count);
}

}  // namespace partita::model

#include "modelled/search/highlight.h"

#include <algorithm>
#include <utility>

#include "model/words/words.h"
#include "modelled/search/terms.h"

namespace partita::search {
namespace {

// Of a text that is shown whole; of what is shown of a longer one, before and behind a word.
constexpr std::size_t kWholeBytesMax = 300;
constexpr std::size_t kBytesBefore = 80;
constexpr std::size_t kBytesBehind = 200;
constexpr std::size_t kElementsMax = 20;

void append_escaped(std::string& html, std::string_view text) {
  for (const char c : text) {
    switch (c) {
      case '&':
        html += "&amp;";
        break;
      case '<':
        html += "&lt;";
        break;
      case '>':
        html += "&gt;";
        break;
      case '"':
        html += "&quot;";
        break;
      default:
        html += c;
    }
  }
}

// The next place at or before this one where a letter begins.
std::size_t letter_at(std::string_view text, std::size_t at) {
  while (at > 0 && at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0U) == 0x80U)
    --at;
  return at;
}

}  // namespace

Highlighter::Highlighter(const SearchPlan& plan, const std::vector<AskedWord>& words)
    : plan_(plan), terms_(plan.search().fields.size()), beginnings_(plan.search().fields.size()) {
  for (const AskedWord& word : words) {
    for (const Variant& variant : word.variants) add(variant);
  }
}

void Highlighter::add(const Variant& variant) {
  const bool is_short = variant.term == beginning_term(variant.word);
  for (std::size_t field = 0; field < terms_.size(); ++field) {
    if ((variant.fields >> field & 1U) == 0) continue;
    if (is_short) beginnings_[field].push_back(variant.word);
    if (!is_short) terms_[field].insert(variant.term);
  }
}

bool Highlighter::is_found(const std::string& word, std::size_t field) const {
  const std::string& language = plan_.search().fields[field].language;
  if (terms_[field].contains(word_term(word))) return true;
  if (!language.empty() &&
      terms_[field].contains(stem_term(plan_.language_of(field), words::stem_of(word, language)))) {
    return true;
  }
  return std::ranges::any_of(beginnings_[field],
                             [&](const std::string& letters) { return word.starts_with(letters); });
}

std::optional<std::string> Highlighter::highlight(std::string_view text, std::size_t field) const {
  std::vector<Place> places;
  for (const words::Word& word : words::words_of(text, kItemWordsMax)) {
    if (is_found(word.text, field)) places.push_back({word.begin, word.end});
  }
  if (places.empty()) return std::nullopt;
  std::size_t begin = 0;
  std::size_t end = text.size();
  if (text.size() > kWholeBytesMax) {
    const std::size_t first = places.front().begin;
    begin = letter_at(text, first > kBytesBefore ? first - kBytesBefore : 0);
    end = letter_at(text, std::min(places.front().end + kBytesBehind, text.size()));
  }
  std::string html = begin > 0 ? "…" : "";
  for (const Place& place : places) {
    if (place.end > end) break;
    append_escaped(html, text.substr(begin, place.begin - begin));
    html += "<em>";
    append_escaped(html, text.substr(place.begin, place.end - place.begin));
    html += "</em>";
    begin = place.end;
  }
  append_escaped(html, text.substr(begin, end - begin));
  if (end < text.size()) html += "…";
  return html;
}

Map Highlighter::highlights(const ItemView& item) const {
  Map all;
  for (std::size_t field = 0; field < terms_.size(); ++field) {
    const std::string& name = plan_.search().fields[field].attribute;
    const model::Attribute* attribute = plan_.search().of->find_attribute(name);
    const bool is_shown = attribute != nullptr && !attribute->is_hidden && !attribute->is_sensitive;
    const auto value = item.find(name);
    if (!is_shown || !value) continue;
    List found;
    show_texts(*value, [&](std::string_view text) {
      auto html = found.size() < kElementsMax ? highlight(text, field) : std::nullopt;
      if (html) found.emplace_back(std::move(*html));
    });
    if (found.empty()) continue;
    const bool is_text = value->type() == ValueType::S;
    all.set(name, is_text ? std::move(found.front()) : Value(std::move(found)));
  }
  return all;
}

}  // namespace partita::search

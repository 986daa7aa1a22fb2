#include "modelled/search/search_plan.h"

#include <algorithm>
#include <utility>

#include "model/words/words.h"
#include "modelled/rollups/fingerprint.h"
#include "modelled/search/posting.h"
#include "modelled/search/terms.h"
#include "partita/base/big_endian.h"
#include "store/keys/key_hash.h"

namespace partita::search {
namespace {

using Uses = std::map<Bytes, Posting>;

void add_use(Uses& uses, Bytes term, std::size_t field) {
  Posting& posting = uses[std::move(term)];
  if (posting.empty() || posting.back().field != field) {
    posting.push_back({.field = static_cast<std::uint8_t>(field), .count = 0, .length = 0});
  }
  ++posting.back().count;
}

void add_beginnings(Uses& uses, const std::string& word, std::size_t field) {
  const std::size_t letters = std::min(words::letters_in(word), kBeginningLettersMax);
  for (std::size_t count = 1; count <= letters; ++count) {
    add_use(uses, beginning_term(words::beginning_of(word, count)), field);
  }
}

void append_names(Bytes& bytes, const std::vector<std::string>& names) {
  for (const std::string& name : names) rollups::append_text(bytes, name);
  bytes.push_back('\1');
}

std::string cut_text(std::string text) {
  if (text.size() <= kFacetBytesMax) return text;
  std::size_t end = kFacetBytesMax;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) --end;
  text.resize(end);
  return text;
}

std::vector<std::string> facet_values(const ItemView& item, std::string_view attribute) {
  std::vector<std::string> values;
  const auto value = item.find(attribute);
  if (!value) return values;
  show_values(*value, [&](const Value& each) {
    if (values.size() < kItemValuesMax) values.push_back(cut_text(text_of_value(each)));
  });
  std::ranges::sort(values);
  values.erase(std::unique(values.begin(), values.end()), values.end());
  return values;
}

}  // namespace

void show_texts(const ValueView& value, FunctionRef<void(std::string_view)> show) {
  if (value.type() == ValueType::S) {
    show(value.string());
  } else if (value.type() == ValueType::SS) {
    for (const std::string_view text : value.string_set()) show(text);
  } else if (value.type() == ValueType::L) {
    for (const ValueView& element : value.list()) {
      if (element.type() == ValueType::S) show(element.string());
    }
  }
}

void show_values(const ValueView& value, FunctionRef<void(const Value&)> show) {
  const auto is_scalar = [](ValueType type) {
    return type == ValueType::S || type == ValueType::N || type == ValueType::Bool;
  };
  if (is_scalar(value.type())) {
    show(value.to_value());
  } else if (value.type() == ValueType::SS) {
    for (const std::string_view text : value.string_set()) show(Value(std::string(text)));
  } else if (value.type() == ValueType::NS) {
    for (const Number& number : value.number_set()) show(Value(number));
  } else if (value.type() == ValueType::L) {
    for (const ValueView& element : value.list()) {
      if (is_scalar(element.type())) show(element.to_value());
    }
  }
}

std::string text_of_value(const Value& value) {
  if (value.type() == ValueType::S) return value.string();
  if (value.type() == ValueType::N) return value.number().to_string();
  return value.boolean() ? "true" : "false";
}

SearchPlan::SearchPlan(const model::Model& model, model::Search search, keys::TableId table)
    : search_(std::move(search)) {
  ref_.table = table;
  for (const model::SearchField& field : search_.fields) {
    attributes_.push_back(field.attribute);
    const bool is_known = std::ranges::find(languages_, field.language) != languages_.end();
    if (!field.language.empty() && !is_known) languages_.push_back(field.language);
  }
  attributes_.insert(attributes_.end(), search_.filters.begin(), search_.filters.end());
  attributes_.insert(attributes_.end(), search_.facets.begin(), search_.facets.end());
  ref_.id = fingerprint(model);
}

SearchId SearchPlan::fingerprint(const model::Model& model) const {
  Bytes bytes;
  append_integer(bytes, static_cast<std::uint32_t>(words::kAnalysisVersion));
  rollups::append_text(bytes, search_.name);
  rollups::append_text(bytes, search_.of->name);
  rollups::append_entities(bytes, model, *search_.of->table);
  for (const model::SearchField& field : search_.fields) {
    rollups::append_text(bytes, field.attribute);
    rollups::append_text(bytes, field.language);
    bytes.push_back(field.has_prefixes ? 'p' : '-');
  }
  append_names(bytes, search_.filters);
  append_names(bytes, search_.facets);
  return ByteReader(keys::hash_bytes(bytes).view()).integer<SearchId>();
}

std::size_t SearchPlan::language_of(std::size_t field) const {
  const auto found = std::ranges::find(languages_, search_.fields[field].language);
  return static_cast<std::size_t>(found - languages_.begin());
}

bool SearchPlan::has_prefixes() const {
  return std::ranges::any_of(search_.fields, &model::SearchField::has_prefixes);
}

bool SearchPlan::reads_same(const ItemView& before, const ItemView& after) const {
  return std::ranges::all_of(
      attributes_, [&](const std::string& name) { return before.find(name) == after.find(name); });
}

void SearchPlan::add_word(const std::string& word, std::size_t field, FieldWords& words) const {
  const model::SearchField& declared = search_.fields[field];
  const bool has_stem = !declared.language.empty();
  if (has_stem) {
    std::string stem = words::stem_of(word, declared.language);
    add_use(words.uses, stem_term(language_of(field), stem), field);
  }
  if (!has_stem || declared.has_prefixes) add_use(words.uses, word_term(word), field);
  if (declared.has_prefixes && words.length < kPrefixWordsMax) {
    add_beginnings(words.uses, word, field);
  }
  ++words.length;
}

std::size_t SearchPlan::add_field(const ItemView& item, std::size_t field, std::size_t words_max,
                                  std::map<Bytes, Posting>& uses) const {
  const auto value = item.find(search_.fields[field].attribute);
  if (!value) return 0;
  FieldWords found{.uses = uses, .length = 0};
  show_texts(*value, [&](std::string_view text) {
    for (const words::Word& word : words::words_of(text, words_max - found.length)) {
      add_word(word.text, field, found);
    }
  });
  return found.length;
}

void SearchPlan::add_filters(const ItemView& item, Document& document) const {
  for (std::size_t i = 0; i < search_.filters.size(); ++i) {
    std::size_t values = 0;
    const auto add_value = [&](const Value& each) {
      if (values++ < kItemValuesMax) document.postings.emplace(filter_term(i, each), Bytes());
    };
    if (const auto value = item.find(search_.filters[i])) show_values(*value, add_value);
  }
}

Document SearchPlan::document(ByteView item_key, const ItemView& item) const {
  Uses uses;
  Document document;
  document.totals = {1};
  std::size_t words_left = kItemWordsMax;
  for (std::size_t i = 0; i < search_.fields.size(); ++i) {
    const std::size_t length = add_field(item, i, words_left, uses);
    document.totals.push_back(static_cast<std::int64_t>(length));
    words_left -= length;
  }
  for (auto& [term, posting] : uses) {
    for (FieldUse& use : posting) {
      use.length = static_cast<std::uint32_t>(document.totals[1U + use.field]);
    }
    document.postings.emplace(term, encode(posting));
  }
  add_filters(item, document);
  DocumentRow row{.item_key = Bytes(item_key), .facets = {}};
  for (const std::string& facet : search_.facets) row.facets.push_back(facet_values(item, facet));
  document.row = encode(row);
  return document;
}

}  // namespace partita::search

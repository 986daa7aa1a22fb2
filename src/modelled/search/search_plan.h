#pragma once

#include <cstddef>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "model/definition/model.h"
#include "model/definition/search.h"
#include "modelled/search/document.h"
#include "modelled/search/posting.h"
#include "modelled/search/search_keys.h"
#include "partita/base/function_ref.h"
#include "partita/value/item_view.h"

namespace partita::search {

// What is indexed of one item at most; the rest of its words are not found.
inline constexpr std::size_t kItemWordsMax = 5000;
// Of one field: words whose beginnings are found.
inline constexpr std::size_t kPrefixWordsMax = 100;
// Of one attribute: values to filter by or to count.
inline constexpr std::size_t kItemValuesMax = 100;
inline constexpr std::size_t kFacetBytesMax = 256;

// A search, worked out once: which rows an item has in it.
// THREADS: immutable, safe for concurrent calls.
class SearchPlan {
 public:
  // REQUIRES: the model outlives the plan; the search is one of it, with its entity.
  SearchPlan(const model::Model& model, model::Search search, keys::TableId table);

  const model::Search& search() const { return search_; }
  const SearchRef& ref() const { return ref_; }
  // The languages of its fields, each once; a stem's term has the number of its language here.
  std::span<const std::string> languages() const { return languages_; }
  // The number of the field's language; REQUIRES: it has one.
  std::size_t language_of(std::size_t field) const;
  bool has_prefixes() const;

  // Whether the item's rows are the same after a change as before, because nothing that is read has
  // changed. Allocates nothing.
  bool reads_same(const ItemView& before, const ItemView& after) const;
  // REQUIRES: the item is one of the search's entity; `item_key` is its key in the engine.
  Document document(ByteView item_key, const ItemView& item) const;

 private:
  // What was found of one field so far.
  struct FieldWords {
    std::map<Bytes, Posting>& uses;
    std::size_t length;
  };

  SearchId fingerprint(const model::Model& model) const;
  void add_word(const std::string& word, std::size_t field, FieldWords& words) const;
  // Returns how many words it has.
  std::size_t add_field(const ItemView& item, std::size_t field, std::size_t words_max,
                        std::map<Bytes, Posting>& uses) const;
  void add_filters(const ItemView& item, Document& document) const;

  model::Search search_;
  SearchRef ref_{};
  std::vector<std::string> languages_;
  std::vector<std::string> attributes_;  // All that is read of an item.
};

// Shows the texts of a value: of a string, of the strings in a list or a set.
void show_texts(const ValueView& value, FunctionRef<void(std::string_view)> show);
// Shows the values that can be asked for: of a scalar itself, of a list or a set its elements.
void show_values(const ValueView& value, FunctionRef<void(const Value&)> show);
// As an answer tells it: "hindustani", "7", "true".
std::string text_of_value(const Value& value);

}  // namespace partita::search

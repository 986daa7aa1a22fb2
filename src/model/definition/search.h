#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "model/definition/model.h"

namespace partita::model {

// An attribute whose words are found.
struct SearchField {
  std::string attribute;
  Place place;
  double weight = 1;          // Above 0: how much a word here counts.
  std::string language;       // Of which word forms are the same; empty: words are as they are.
  bool has_prefixes = false;  // Beginnings of its words are found, too.
};

// A full-text search over the items of one entity, for which the server keeps an index of words.
struct Search {
  static constexpr std::size_t kFieldsMax = 16;
  static constexpr std::size_t kFiltersMax = 16;

  std::string name;
  const Entity* of = nullptr;
  std::vector<SearchField> fields;
  bool allows_typos = true;          // One letter of a word of four or more may be wrong.
  std::vector<std::string> filters;  // Attributes that a caller may ask a value of.
  std::vector<std::string> facets;   // Attributes whose values are counted on request.
};

// What an element of the section `search` declares. What the reader has refused is left out.
// REQUIRES: the element is one of the model's.
Search search_of(const Model& model, const RawElement& element);
// The search of that name; nullptr: there is none.
const RawElement* find_search(const Model& model, std::string_view name);

}  // namespace partita::model

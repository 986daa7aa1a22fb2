#pragma once

#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "modelled/search/asked_words.h"
#include "modelled/search/search_plan.h"
#include "partita/value/item_view.h"
#include "partita/value/value.h"

namespace partita::search {

// Shows where the words of a question are in an item.
// THREADS: immutable, safe for concurrent calls.
class Highlighter {
 public:
  // REQUIRES: the plan outlives this.
  Highlighter(const SearchPlan& plan, const std::vector<AskedWord>& words);

  // For each field that has one of the words: its text as HTML, with the words between <em> and
  // </em>; of a long text the part around the first of them. A list gives the elements that have
  // one. Fields that are hidden or sensitive are left out.
  Map highlights(const ItemView& item) const;

 private:
  struct Place {
    std::size_t begin;
    std::size_t end;
  };

  void add(const Variant& variant);
  bool is_found(const std::string& word, std::size_t field) const;
  std::optional<std::string> highlight(std::string_view text, std::size_t field) const;

  const SearchPlan& plan_;
  std::vector<std::set<Bytes>> terms_;                // For each field.
  std::vector<std::vector<std::string>> beginnings_;  // For each field: short ones.
};

}  // namespace partita::search

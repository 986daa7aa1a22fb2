#pragma once

#include <string_view>

#include "modelled/search/search_reader.h"
#include "modelled/serving/page_token.h"
#include "partita/base/bytes.h"
#include "partita/base/result.h"

namespace partita::serving {

// Where a page of a search ends, and the numbers that all of its pages are scored with.
struct SearchPlace {
  search::Match last;
  search::SearchNumbers numbers;
};

Bytes encode(const SearchPlace& place);
// ERRORS: BadToken, as read_token.
Result<SearchPlace> read_search_place(const TokenCall& call, std::string_view token);

}  // namespace partita::serving

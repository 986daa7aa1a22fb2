#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "model/lint/lint.h"
#include "support/model_file.h"

namespace partita::lint {
namespace {

// A table of books, and a search with that facet.
std::string books(std::string_view facet) {
  return R"(
format: 1
model: library
version: 1
tables:
  books: {name: books, key: {partition: id}, billing: {mode: on_demand}}
entities:
  Book:
    match: all
    key: {id: "{id}"}
    attributes:
      id: {type: string, required: true}
      title: {type: string}
      shelf: {type: string}
      reader: {type: string, sensitive: true}
      note: {type: string, hidden: true}
search:
  books: {of: Book, fields: {title: 1}, facets: [)" +
         std::string(facet) + "]}\n";
}

bool finds_untold_facet(std::string_view facet) {
  for (const auto& finding : lint(*model_of(books(facet)))) {
    if (finding.finding.code == "L256") return true;
  }
  return false;
}

TEST(LintL256, FindsFacetsOfAttributesThatAreNotShown) {
  EXPECT_TRUE(finds_untold_facet("reader"));
  EXPECT_TRUE(finds_untold_facet("note"));
  EXPECT_FALSE(finds_untold_facet("shelf"));
}

}  // namespace
}  // namespace partita::lint

// What a search tells of attributes that are not shown.
#include <gtest/gtest.h>

#include "unit/modelled/serving/read_database.h"

namespace partita::serving {
namespace {

constexpr const char* kLibrary = R"(
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
  books: {of: Book, fields: {title: 1}, facets: [shelf, reader, note]}
patterns:
  find_books: {search: books, page: {default: 2, max: 10}}
)";

TEST(ReadSearch, CountsNoValuesOfWhatIsNotShown) {
  ReadDatabase database(kLibrary);
  database.put("books", {{"id", "1"}, {"title", "sitar"}, {"shelf", "a"}, {"reader", "Ann"}});
  const auto answer = database.read("find_books", {{"q", "sitar"}, {"facets", "shelf"}});
  ASSERT_TRUE(answer.ok()) << answer.error().to_string();
  ASSERT_EQ(answer->search->facets.size(), 1U);
  EXPECT_EQ(answer->search->facets.front().second.front().value, "a");
  for (const std::string hidden : {"reader", "note"}) {
    EXPECT_NE(database.failure("find_books", {{"q", "sitar"}, {"facets", hidden}})
                  .find("the values of `" + hidden + "` are not shown"),
              std::string::npos);
  }
}

}  // namespace
}  // namespace partita::serving

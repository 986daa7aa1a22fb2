#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "model/lint/lint.h"
#include "support/model_file.h"

namespace partita::lint {
namespace {

// A table of visits whose items expire, and an archive of them.
std::string visits(const std::string& archive, const std::string& expiry =
                                                   "    expire: "
                                                   "{attribute: gone, after: 1d, from: made}\n") {
  return R"(
format: 1
model: visits
version: 1
tables:
  visits: {name: visits, key: {partition: id}, billing: {mode: on_demand}}
entities:
  Visit:
    match: all
    key: {id: "{id}"}
    attributes:
      id: {type: string, required: true}
      site: {type: string}
      email: {type: string, pii: true}
      made: {type: timestamp, encode: rfc3339ms, auto: create}
      gone: {type: timestamp, encode: epoch_s}
)" + expiry +
         "archive:\n  Visit: {to: \"s3://visits\", " + archive + "}\n";
}

bool finds(const std::string& text, std::string_view code) {
  for (const auto& finding : lint(*model_of(text))) {
    if (finding.finding.code == code) return true;
  }
  return false;
}

TEST(LintL270, FindsAFolderForAlmostEveryItem) {
  EXPECT_TRUE(finds(visits("on: expire, partition_by: [id]"), "L270"));
  EXPECT_FALSE(finds(visits("on: expire, partition_by: [site, day(made)]"), "L270"));
}

TEST(LintL271, FindsPersonalDataInFiles) {
  EXPECT_TRUE(finds(visits("on: expire"), "L271"));
  EXPECT_FALSE(finds("live_phase: 1" + visits("on: expire, phase: 2"), "L271"));
}

TEST(LintL272, FindsThatNothingExpires) {
  EXPECT_TRUE(finds(visits("on: expire", ""), "L272"));
  EXPECT_FALSE(finds(visits("on: delete", ""), "L272"));
  EXPECT_FALSE(finds(visits("on: expire"), "L272"));
}

TEST(LintL290, NoLongerNamesArchives) { EXPECT_FALSE(finds(visits("on: expire"), "L290")); }

}  // namespace
}  // namespace partita::lint

#include "wire/rest/path.h"

#include <gtest/gtest.h>

#include "modelled/serving/failure.h"

namespace partita::rest {
namespace {

std::vector<std::string> segments_of(std::string_view path) { return path_segments(path).value(); }

// The numbers of the templates that fit, in the order they are offered.
std::vector<std::size_t> all_fits(const PathTree& tree, std::string_view path) {
  std::vector<std::size_t> fits;
  tree.find(segments_of(path), [&](std::size_t number, const PathTree::Values&) {
    fits.push_back(number);
    return false;
  });
  return fits;
}

TEST(RestPath, IsDecodedSegmentBySegment) {
  EXPECT_EQ(segments_of("/a/b%2Fc/%C3%A4"), (std::vector<std::string>{"a", "b/c", "ä"}));
  EXPECT_EQ(segments_of("/api/"), (std::vector<std::string>{"api"}));
  EXPECT_EQ(segments_of("/"), std::vector<std::string>{});
}

TEST(RestPath, RefusesWhatIsNoTextAndWhatIsTooLong) {
  EXPECT_NE(serving::failure_of(path_segments("/a/%FF").error()), nullptr);
  std::string deep;
  for (int i = 0; i < 40; ++i) deep += "/a";
  EXPECT_NE(serving::failure_of(path_segments(deep).error()), nullptr);
}

// A signature is over the path without them, so it would hold for two paths.
TEST(RestPath, RefusesWhatASignatureLeavesOut) {
  for (const char* path : {"/a//b", "//", "/a/./b", "/a/../b", "/a/.."}) {
    EXPECT_NE(serving::failure_of(path_segments(path).error()), nullptr) << path;
  }
  EXPECT_EQ(segments_of("/a/%2E%2E/..b"), (std::vector<std::string>{"a", "..", "..b"}));
}

TEST(PathTree, PrefersLiteralsToParameters) {
  PathTree tree;
  const auto any = tree.add("/jobs/{id}");
  const auto stuck = tree.add("/jobs/stuck");
  EXPECT_EQ(all_fits(tree, "/jobs/stuck"), (std::vector<std::size_t>{stuck, any}));
  EXPECT_EQ(all_fits(tree, "/jobs/7"), (std::vector<std::size_t>{any}));
  EXPECT_EQ(all_fits(tree, "/jobs"), std::vector<std::size_t>{});
  EXPECT_EQ(all_fits(tree, "/jobs/7/more"), std::vector<std::size_t>{});
}

TEST(PathTree, TriesAParameterWhereALiteralLeadsNowhere) {
  PathTree tree;
  tree.add("/executions/running");
  const auto full = tree.add("/executions/{id}/full");
  std::vector<std::string> copied;
  EXPECT_TRUE(tree.find(segments_of("/executions/running/full"),
                        [&](std::size_t number, const PathTree::Values& found) {
                          copied.assign(found.begin(), found.end());
                          return number == full;
                        }));
  EXPECT_EQ(copied, (std::vector<std::string>{"running"}));
}

TEST(PathTree, TakesTemplatesThatDifferOnlyInNamesForOne) {
  PathTree tree;
  EXPECT_EQ(tree.add("/a/{x}/b"), tree.add("/a/{y}/b"));
  EXPECT_EQ(tree.size(), 1U);
}

TEST(RestPathTree, TakesWhatStandsBehindAParameterForMoreThanTheParameterAlone) {
  PathTree tree;
  const auto one = tree.add("/jobs/{id}");
  const auto claim = tree.add("/jobs:claim");
  const auto complete = tree.add("/jobs/{id}:complete");
  const auto under = tree.add("/jobs/{id}:complete/{part}");
  EXPECT_EQ(tree.add("/jobs/{other}:complete"), complete);
  EXPECT_EQ(all_fits(tree, "/jobs:claim"), std::vector<std::size_t>{claim});
  EXPECT_EQ(all_fits(tree, "/jobs/7"), std::vector<std::size_t>{one});
  EXPECT_EQ(all_fits(tree, "/jobs/7:complete"), (std::vector<std::size_t>{complete, one}));
  EXPECT_EQ(all_fits(tree, "/jobs/7:fail"), std::vector<std::size_t>{one});
  EXPECT_EQ(all_fits(tree, "/jobs/:complete"), std::vector<std::size_t>{one});
  EXPECT_EQ(all_fits(tree, "/jobs/a:b:complete/2"), std::vector<std::size_t>{under});
  tree.find(segments_of("/jobs/a:b:complete"), [&](std::size_t, const PathTree::Values& values) {
    EXPECT_EQ(values, PathTree::Values{"a:b"});
    return true;
  });
}

}  // namespace
}  // namespace partita::rest

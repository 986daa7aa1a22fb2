#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>

#include "model/definition/read_model.h"
#include "model/lint/lint.h"

// The documents that the models were made from, as their authors wrote them. Each file ends with
// what the linter must find in it:
//
//   # expect: CODE subject (rows of the ledger)[ with param=value]

namespace partita::lint {
namespace {

std::string text_of(const std::string& path) {
  std::ifstream file(path);
  EXPECT_TRUE(file.good()) << path;
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

using Expectations = std::set<std::string>;  // "L212 Album.sk"

// By the parameter they hold for: "" or "env=prod".
std::map<std::string, Expectations> expectations_of(const std::string& text) {
  constexpr std::string_view kMarker = "# expect: ";
  std::map<std::string, Expectations> expectations;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with(kMarker)) continue;
    const std::size_t end = line.find(" (");
    const std::size_t with = line.find(" with ");
    const std::string params = with == std::string::npos ? "" : line.substr(with + 6);
    expectations[params].insert(line.substr(kMarker.size(), end - kMarker.size()));
  }
  return expectations;
}

model::ParamValues params_of(const std::string& with) {
  const std::size_t equal = with.find('=');
  if (equal == std::string::npos) return {};
  return {{with.substr(0, equal), with.substr(equal + 1)}};
}

std::string label_of(const LintFinding& finding) {
  return finding.finding.code + " " + finding.subject;
}

std::vector<LintFinding> findings_of(const std::string& text, const model::ParamValues& params) {
  const auto model = model::load_model(text, "file", params);
  EXPECT_TRUE(model.ok()) << model.error().message();
  return model.ok() ? lint(**model) : std::vector<LintFinding>();
}

class AsWritten : public testing::TestWithParam<const char*> {
 protected:
  std::string text() const {
    return text_of(std::string(PARTITA_SOURCE_TREE "/tests/model/as_written/") + GetParam() +
                   ".yaml");
  }
};

TEST_P(AsWritten, HasAllFindingsThatAreExpected) {
  for (const auto& [with, expected] : expectations_of(text())) {
    std::set<std::string> found;
    for (const auto& finding : findings_of(text(), params_of(with))) {
      found.insert(label_of(finding));
    }
    for (const auto& label : expected) EXPECT_TRUE(found.contains(label)) << label << " " << with;
  }
}

TEST_P(AsWritten, HasNoErrorsBeyondThoseExpected) {
  const auto expectations = expectations_of(text());
  ASSERT_FALSE(expectations.empty());
  for (const auto& finding : findings_of(text(), {})) {
    if (finding.finding.severity != model::Severity::Error) continue;
    const auto plain = expectations.find("");
    EXPECT_TRUE(plain != expectations.end() && plain->second.contains(label_of(finding)))
        << label_of(finding) << ": " << finding.finding.message;
  }
}

INSTANTIATE_TEST_SUITE_P(Documents, AsWritten,
                         testing::Values("rez_agent", "album_workflow", "execution_index",
                                         "photoeditor", "music"),
                         [](const auto& test) { return std::string(test.param); });

class Models : public testing::TestWithParam<const char*> {};

TEST_P(Models, HaveNoErrors) {
  const std::string text =
      text_of(std::string(PARTITA_SOURCE_TREE "/models/") + GetParam() + ".yaml");
  for (const auto& finding : findings_of(text, {})) {
    EXPECT_NE(finding.finding.severity, model::Severity::Error)
        << label_of(finding) << ": " << finding.finding.message;
  }
}

TEST_P(Models, HaveSamplesThatKeepTheirRules) {
  const std::string text =
      text_of(std::string(PARTITA_SOURCE_TREE "/models/") + GetParam() + ".yaml");
  for (const auto& finding : findings_of(text, {})) {
    EXPECT_NE(finding.finding.code, "L222") << finding.finding.message;
  }
}

INSTANTIATE_TEST_SUITE_P(Files, Models,
                         testing::Values("rez_agent", "album_workflow", "execution_index",
                                         "photoeditor", "music"),
                         [](const auto& test) { return std::string(test.param); });

}  // namespace
}  // namespace partita::lint

#include "model/lint/report.h"

#include <gtest/gtest.h>

namespace partita::lint {
namespace {

std::vector<FileFindings> one_finding() {
  LintFinding finding;
  finding.finding = {
      "L205", model::Severity::Warning, {12, 7}, "GSI4 is used by \"no\" pattern", "drop it"};
  finding.subject = "GSI4";
  finding.usd_per_month = 1.5;
  return {{"music.yaml", {finding}}};
}

TEST(LintReport, IsTextForPeople) {
  EXPECT_EQ(to_text(one_finding()),
            "music.yaml\n"
            "  W L205 12:7 GSI4 is used by \"no\" pattern ($1.50 a month)\n"
            "         fix: drop it\n");
}

TEST(LintReport, IsJson) {
  EXPECT_EQ(to_json(one_finding()),
            R"([{"file":"music.yaml","findings":[{"code":"L205","severity":"warning","line":12,)"
            R"("column":7,"subject":"GSI4","message":"GSI4 is used by \"no\" pattern",)"
            R"("fix":"drop it","usd_per_month":1.5000}]}])");
}

TEST(LintReport, IsSarif) {
  const std::string sarif = to_sarif(one_finding(), "1.0");
  EXPECT_NE(sarif.find(R"("version":"2.1.0")"), std::string::npos);
  EXPECT_NE(sarif.find(R"("ruleId":"L205","level":"warning","message":{"text":)"
                       R"("GSI4 is used by \"no\" pattern; fix: drop it"},"locations":)"
                       R"([{"physicalLocation":{"artifactLocation":{"uri":"music.yaml"},)"
                       R"("region":{"startLine":12,"startColumn":7}}}])"),
            std::string::npos);
  EXPECT_NE(sarif.find(R"({"id":"L201","shortDescription":)"), std::string::npos);
}

TEST(LintReport, IsGithubsWorkflowCommands) {
  EXPECT_EQ(to_github(one_finding()),
            "::warning file=music.yaml,line=12,col=7,title=L205::"
            "GSI4 is used by \"no\" pattern\n");
}

TEST(LintReport, TakesFindingsOfTheReader) {
  const auto findings = from_reader({{"L101", model::Severity::Error, {1, 1}, "not YAML", ""}});
  EXPECT_EQ(to_text({{"x.yaml", findings}}), "x.yaml\n  E L101 1:1 not YAML\n");
}

}  // namespace
}  // namespace partita::lint

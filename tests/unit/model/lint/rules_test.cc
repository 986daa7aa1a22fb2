#include <fmt/format.h>
#include <gtest/gtest.h>

#include "model/lint/lint.h"
#include "support/model_file.h"

// Rules that the documents as written do not meet, and the other side of those they do.

namespace partita::lint {
namespace {

// A table of jobs; a test adds what it is about.
std::string job_model(const std::string& indexes, const std::string& rest,
                      const std::string& attributes = "") {
  return R"(
format: 1
model: jobs
version: 1
tables:
  jobs:
    name: jobs
    key: {partition: id}
    billing: {mode: on_demand}
    indexes:
)" + indexes +
         R"(
entities:
  Job:
    match: all
    key: {id: "{id}"}
    attributes:
      id: {type: string, required: true}
      user: {type: string, required: true}
      shade: {type: enum, values: [a, b, c, d, e, f, g, h, i], required: true}
      made: {type: timestamp, encode: rfc3339ms, auto: create}
)" + attributes +
         rest;
}

constexpr const char* kByUser = "      by_user: {partition: [user], sort: [made], project: all}\n";

std::vector<std::string> subjects_of(const std::vector<LintFinding>& findings,
                                     std::string_view code) {
  std::vector<std::string> subjects;
  for (const auto& finding : findings) {
    if (finding.finding.code == code) subjects.push_back(finding.subject);
  }
  return subjects;
}

std::vector<std::string> subjects(const std::string& text, std::string_view code) {
  return subjects_of(lint(*model_of(text)), code);
}

using Names = std::vector<std::string>;

TEST(LintRules, AreSortedByCodeAndFound) {
  for (const auto& rule : rules()) EXPECT_EQ(find_rule(rule.code), &rule);
  EXPECT_TRUE(std::is_sorted(rules().begin(), rules().end(),
                             [](const Rule& a, const Rule& b) { return a.code < b.code; }));
  EXPECT_EQ(find_rule("L999"), nullptr);
}

TEST(LintRules, AreAllInTheReference) {
  const std::string page = tree_file("docs/MODEL_FORMAT.md");
  for (const auto& rule : rules()) {
    EXPECT_NE(page.find("| " + std::string(rule.code) + " | "), std::string::npos) << rule.code;
    EXPECT_NE(page.find(" | " + std::string(rule.title) + " |"), std::string::npos) << rule.code;
  }
}

TEST(LintL201, PricesTheIndexItProposes) {
  const auto model =
      model_of(job_model(kByUser,
                         "patterns:\n  p: {query: Job, where: {shade: $shade}, order: newest}\n"
                         "workload:\n  Job: {create_per_day: 100000, size: 1KB}\n"));
  for (const auto& finding : lint(*model)) {
    if (finding.finding.code != "L201") continue;
    EXPECT_EQ(finding.finding.fix, "add an index {partition: [shade], sort: [made]}");
    EXPECT_GT(finding.usd_per_month.value_or(0), 1.8);
    return;
  }
  FAIL() << "no L201";
}

TEST(LintL206, FindsAnIndexThatAnotherOneReplaces) {
  const std::string both =
      std::string(kByUser) + "      again: {partition: [user], sort: [made], project: all}\n";
  const std::string patterns = "patterns:\n  p: {query: Job, where: {user: $user}}\n";
  EXPECT_EQ(subjects(job_model(both, patterns), "L206"), Names{"by_user"});
  EXPECT_EQ(subjects(job_model(kByUser, patterns), "L206"), Names{});
}

TEST(LintL207, FindsManyLegs) {
  const std::string index = "      by_shade: {partition: [shade], sort: [made], project: all}\n";
  EXPECT_EQ(subjects(job_model(index,
                               "patterns:\n  p: {query: Job, where: {shade: any}, order: "
                               "newest}\n"),
                     "L207"),
            Names{"p"});
}

TEST(LintL211, FindsAKeyThatCannotBeReadBack) {
  const std::string text = R"(
format: 1
model: m
version: 1
tables:
  t: {name: t, key: {partition: pk}}
entities:
  E:
    key: {pk: "{a}{b}"}
    attributes:
      a: {type: string, required: true}
      b: {type: string, required: true}
)";
  EXPECT_EQ(subjects(text, "L211"), Names{"E.pk"});
}

TEST(LintL215, FindsAnAttributeThatIsTheKeyInOtherLetters) {
  EXPECT_EQ(subjects(job_model(kByUser, "", "      ID: {type: string}\n"), "L215"),
            Names{"Job.ID"});
}

TEST(LintL221, FindsPatternsOfOneRequest) {
  const std::string patterns =
      "patterns:\n"
      "  a: {query: Job, where: {user: $user}, http: \"GET /jobs/{user}\"}\n"
      "  b: {query: Job, where: {user: $name}, http: \"GET /jobs/{name}\"}\n"
      "  c: {query: Job, where: {user: $x, shade: $y}, http: \"GET /jobs/{x}\", "
      "select_when: [y]}\n";
  EXPECT_EQ(subjects(job_model(kByUser, patterns), "L221"), Names{"b"});
}

TEST(LintL223, FindsSettingsThatAreNotDeployed) {
  const std::string deployed =
      "deployed:\n  jobs:\n    name: jobs\n    key: {partition: id}\n"
      "    pitr: {enabled: true}\n    indexes:\n" +
      std::string(kByUser);
  EXPECT_EQ(subjects(job_model(kByUser, deployed), "L223"), Names{"deployed.jobs.pitr"});
}

TEST(LintL227, FindsWhatIsNotStated) {
  const auto found = subjects(job_model("      by_user: {partition: [user]}\n", ""), "L227");
  EXPECT_EQ(std::count(found.begin(), found.end(), "jobs.billing"), 0);
  EXPECT_EQ(std::count(found.begin(), found.end(), "jobs.pitr"), 1);
  EXPECT_EQ(std::count(found.begin(), found.end(), "by_user.project"), 1);
}

TEST(LintL216, IsAnErrorIfAStateCannotBeReached) {
  const std::string lifecycle =
      "      status: {type: enum, values: [open, done, lost], default: open}\n"
      "    lifecycle:\n"
      "      attribute: status\n"
      "      initial: [open]\n"
      "      transitions: [{from: open, to: done}]\n"
      "      final: [done, lost]\n";
  for (const auto& finding : lint(*model_of(job_model(kByUser, "", lifecycle)))) {
    if (finding.finding.code != "L216") continue;
    EXPECT_EQ(finding.subject, "Job.lost");
    EXPECT_EQ(finding.finding.severity, model::Severity::Error);
    return;
  }
  FAIL() << "no L216";
}

TEST(LintL241, FindsDefaultsThatTheirOwnRulesRefuse) {
  const std::string attributes =
      "      status: {type: enum, values: [open, done], default: opne}\n"
      "      weight: {type: int, min: 1, max: 5, default: 9}\n"
      "      label: {type: string, pattern: '^[a-z]+$', default: '7'}\n"
      "      good: {type: enum, values: [open, done], default: open}\n"
      "      place: {type: map, fields: {floor: {type: int, max: 3, default: 4}}}\n";
  EXPECT_EQ(subjects(job_model(kByUser, "", attributes), "L241"),
            (Names{"Job.status", "Job.weight", "Job.label", "Job.place.floor"}));
}

TEST(LintL242, FindsNamesThatDynamoDbRefuses) {
  const auto named = [](const std::string& name, const std::string& index) {
    auto text = job_model("      " + index + ": {partition: [user], project: all}\n", "");
    text.replace(text.find("name: jobs"), 10, "name: " + name);
    return subjects(text, "L242");
  };
  EXPECT_EQ(named("my tickets!", "by_user"), Names{"jobs"});
  EXPECT_EQ(named("ab", "by_user"), Names{"jobs"});
  EXPECT_EQ(named("jobs", "by"), Names{"jobs.by"});
  EXPECT_EQ(named("my.jobs-1_a", "by_user"), Names{});
}

TEST(LintL243, FindsARequirementThatNoPatternCanSet) {
  const std::string lifecycle =
      "      status: {type: enum, values: [open, done], default: open}\n"
      "      result: {type: string}\n"
      "    lifecycle:\n"
      "      attribute: status\n"
      "      initial: [open]\n"
      "      transitions: [{from: open, to: done, require: [result]}]\n"
      "      final: [done]\n";
  const std::string create = "patterns:\n  make: {put: Job, mode: create}\n";
  const std::string finish = "  finish: {transition: Job, by: {id: $id}, to: done";
  EXPECT_EQ(subjects(job_model(kByUser, create + finish + "}\n", lifecycle), "L243"),
            Names{"Job.result"});
  EXPECT_EQ(subjects(job_model(kByUser, create + finish + ", set: [result]}\n", lifecycle), "L243"),
            Names{});
  EXPECT_EQ(subjects(job_model(kByUser, create, lifecycle), "L243"), Names{})
      << "a program may make the transition";
}

TEST(LintL244, FindsAnIndexAttributeThatNothingHas) {
  const auto model = model_of(job_model("      by_user: {partition: [usr], project: all}\n", ""));
  for (const auto& finding : lint(*model)) {
    if (finding.finding.code != "L244") continue;
    EXPECT_EQ(finding.subject, "by_user.usr");
    EXPECT_NE(finding.finding.message.find("did you mean `user`?"), std::string::npos)
        << finding.finding.message;
    return;
  }
  FAIL() << "no L244";
}

TEST(LintL245, ProposesToRejectWhatIsAlmostAKnownName) {
  const std::string samples =
      "samples:\n  one: {of: Job, item: {id: a, usr: u, shade: a, extra: 1}}\n";
  EXPECT_EQ(subjects(job_model(kByUser, samples), "L245"), Names{"samples.one.usr"});
}

constexpr const char* kJobStates =
    R"(      s: {type: enum, values: [waiting, busy, done], default: waiting}
      token: {type: string}
      until: {type: timestamp, encode: rfc3339ms}
)";
constexpr const char* kJobWork = R"(    lifecycle:
      attribute: s
      initial: [waiting]
      final: [done]
      transitions: [{from: waiting, to: busy}, {from: busy, to: done},
                    {from: busy, to: waiting, by: worker}]
      work: {states: [busy], for: 1m, token: token, until: until, then: waiting}
patterns:
)";
constexpr const char* kByState = "      by_state: {partition: [s], sort: [made], project: all}\n";

TEST(LintL264, FindsAClaimThatWouldReadAllItems) {
  const auto of = [](const char* indexes, const std::string& claim) {
    return subjects(
        job_model(indexes, kJobWork + ("  p: {claim: Job, to: busy, " + claim + "}\n"), kJobStates),
        "L264");
  };
  EXPECT_EQ(of(kByState, "where: {s: waiting}, order: oldest"), Names{});
  EXPECT_EQ(of(kByUser, "where: {user: $user, s: waiting}, order: oldest"), Names{"p"});
  EXPECT_EQ(of(kByUser, "where: {user: $user}, order: oldest"), Names{"p"});
}

TEST(LintL265, FindsAClaimOfItemsThatCannotGoThere) {
  const auto of = [](const std::string& state) {
    return subjects(
        job_model(kByState, kJobWork + ("  p: {claim: Job, to: busy, where: {s: " + state + "}}\n"),
                  kJobStates),
        "L265");
  };
  EXPECT_EQ(of("waiting"), Names{});
  EXPECT_EQ(of("done"), Names{"p"});
}

TEST(LintL246, FindsBackupsThatNothingMakes) {
  const auto with_backups = [](const std::string& backups) {
    auto text = job_model(kByUser, "");
    text.replace(text.find("name: jobs"), 10, "name: jobs\n    backups: " + backups);
    return subjects(text, "L246");
  };
  EXPECT_EQ(with_backups("{keep: 90d}"), Names{"jobs.backups"});
  EXPECT_EQ(with_backups("{every: 1d, keep: 90d}"), Names{});
}

TEST(LintL247, FindsAnIndexThatIsDue) {
  const auto with_phase = [](const std::string& live, int values) {
    auto text =
        job_model(fmt::format("      by_shade: {{partition: [shade], sort: [made], phase: 2, "
                              "due_at_values: {}, project: all}}\n",
                              values),
                  "");
    text.replace(text.find("version: 1"), 10, "version: 1\nlive_phase: " + live);
    return subjects(text, "L247");
  };
  EXPECT_EQ(with_phase("1", 9), Names{"by_shade"});
  EXPECT_EQ(with_phase("1", 10), Names{});
  EXPECT_EQ(with_phase("2", 9), Names{});
}

TEST(LintL301, FindsThatProvisionedIsCheaperForAnEvenLoad) {
  const std::string load = "workload:\n  Job: {create_per_day: 1000000, size: 1KB}\n";
  EXPECT_EQ(subjects(job_model(kByUser, load), "L301"), Names{"jobs.billing"});
}

TEST(LintL303, FindsOldPrices) {
  using namespace std::chrono;
  const auto model = model_of(job_model(kByUser, ""));
  const model::Day day = newest_price_book().day;
  EXPECT_EQ(subjects_of(lint(*model, {.today = day + days(100)}), "L303"), Names{});
  EXPECT_EQ(subjects_of(lint(*model, {.today = day + days(200)}), "L303"),
            Names{"aws-us-east-1-2026-01"});
}

TEST(Lint, OrdersFindingsByTheirPlace) {
  const auto model = tree_model("tests/model/as_written/music.yaml");
  const auto findings = lint(*model);
  EXPECT_TRUE(std::is_sorted(findings.begin(), findings.end(), [](const auto& a, const auto& b) {
    return a.finding.place.line < b.finding.place.line;
  }));
  EXPECT_TRUE(has_severity(findings, model::Severity::Error));
}

}  // namespace
}  // namespace partita::lint

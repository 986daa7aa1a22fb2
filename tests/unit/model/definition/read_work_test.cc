#include "given.h"

// `work` of a lifecycle, claims, and what they bring along.

namespace partita::model {
namespace {

std::string with_work(const std::string& work, const std::string& patterns = "",
                      const std::string& more_steps = "{from: b, to: a, by: worker}") {
  return "format: 1\nmodel: m\nversion: 1\n"
         "tables: {t: {name: t, key: {partition: id}}}\n"
         "entities:\n  Job:\n    match: all\n    key: {id: '{id}'}\n    attributes:\n"
         "      id: {type: string}\n      s: {type: enum, values: [a, b, c]}\n"
         "      token: {type: string}\n      until: {type: timestamp, encode: epoch_ms}\n"
         "      n: {type: int}\n      must: {type: string, required: true}\n"
         "    lifecycle:\n      attribute: s\n      initial: [a]\n      final: [c]\n"
         "      transitions: [{from: a, to: b}, {from: b, to: c}, " +
         more_steps + "]\n      work: {" + work + "}\n" +
         (patterns.empty() ? "" : "patterns:\n" + patterns);
}

constexpr const char* kGood = "states: b, for: 5m, token: token, until: until, then: a";
constexpr const char* kClaim = "  next: {claim: Job, where: {s: a}, to: b, complete: c}\n";

std::string first_finding(const std::string& text) {
  const auto findings = findings_in(text);
  if (findings.empty()) return "";
  return findings.front().substr(findings.front().find(" E ") + 3);
}

TEST(ReadWork, KnowsWhatALeaseIsKeptIn) {
  const auto model = read_model(with_work(kGood)).model;
  ASSERT_NE(model, nullptr);
  const WorkLease& work = *model->entities.front().lifecycle->work;
  EXPECT_EQ(work.states, std::vector<std::string>{"b"});
  EXPECT_EQ(work.time, std::chrono::minutes(5));
  EXPECT_EQ(work.back_to, "a");
}

TEST(ReadWork, RefusesWhatCannotHoldALease) {
  EXPECT_EQ(first_finding(with_work("states: b, for: 1ms, token: token, until: until, then: a")),
            "L103 a lease lasts 1s to 366d");
  EXPECT_EQ(first_finding(with_work("states: b, for: 367d, token: token, until: until, then: a")),
            "L103 a lease lasts 1s to 366d");
  EXPECT_EQ(first_finding(with_work("states: b, for: 5m, token: n, until: until, then: a")),
            "L103 `n` must be a text that is neither required nor immutable: only the server "
            "writes it");
  EXPECT_EQ(first_finding(with_work("states: b, for: 5m, token: must, until: until, then: a")),
            "L103 `must` must be a text that is neither required nor immutable: only the server "
            "writes it");
  EXPECT_EQ(first_finding(with_work("states: x, for: 5m, token: token, until: until, then: a"))
                .substr(0, 34),
            "L105 there is no state called `x`;");
}

TEST(ReadWork, RefusesWaysThatDoNotExist) {
  EXPECT_EQ(first_finding(with_work(kGood, "", "{from: a, to: c}")),
            "L104 no transition leads from b to a; add {from: b, to: a, by: worker}");
  EXPECT_EQ(first_finding(with_work(std::string(kGood) + ", max: 2, attempts: n", "")),
            "L104 `max` needs `attempts`, the attribute that counts, and `dead`, what becomes of "
            "the item then");
  EXPECT_EQ(first_finding(with_work(std::string(kGood) + ", dead: {to: c}")),
            "L104 `dead` needs `max`, the most attempts");
  EXPECT_EQ(first_finding(with_work(
                "states: b, for: 5m, token: token, until: until, then: a, max: 2, attempts: n, "
                "dead: {to: c, set: {n: x}}")),
            "L103 the text `x` is no value of `n`, which is of type int");
}

TEST(ReadClaims, BringThePatternsOfTheirWorkers) {
  const auto reading = read_model(with_work(kGood, kClaim));
  ASSERT_NE(reading.model, nullptr);
  std::vector<std::string> names;
  for (const Pattern& pattern : reading.model->patterns) names.push_back(pattern.name);
  EXPECT_EQ(names, (std::vector<std::string>{"next", "next_take", "next_heartbeat", "next_complete",
                                             "next_release"}));
  const Pattern& complete = *reading.model->find_pattern("next_complete");
  EXPECT_EQ(complete.claim, "next");
  EXPECT_EQ(complete.to->values.front(), Value("c"));
  EXPECT_EQ(complete.set, std::vector<std::string>{"token"});
}

TEST(ReadClaims, HaveRoutesBesideThatOfTheClaim) {
  std::string claim = kClaim;
  claim.insert(claim.size() - 2, ", http: 'POST /jobs:claim'");
  const auto model = read_model(with_work(kGood, claim)).model;
  ASSERT_NE(model, nullptr);
  EXPECT_EQ(model->find_pattern("next_release")->http->path, "/jobs/{id}:release");
  EXPECT_EQ(model->find_pattern("next_release")->http->method, "POST");
}

TEST(ReadClaims, RefuseWhatNobodyCouldTake) {
  EXPECT_EQ(first_finding(with_work(kGood, "  next: {claim: Job, where: {s: a}, to: c}\n")),
            "L103 a claim leads to a state of `work`, in which a worker has the item: `b`");
  EXPECT_EQ(first_finding(with_work(
                kGood, "  next: {claim: Job, where: {s: a}, to: b, http: 'GET /jobs'}\n")),
            "L103 a claim is a POST to a path without parameters, like POST /messages:claim");
  EXPECT_EQ(first_finding(
                with_work(kGood, std::string(kClaim) + "  next_take: {get: Job, by: {id: $id}}\n")),
            "L103 next_take comes with next; the pattern of that name needs another one");
}

TEST(ReadClaims, NeedWork) {
  std::string text = with_work(kGood, kClaim, "{from: c, to: a}");
  const std::string work = std::string("      work: {") + kGood + "}\n";
  text.replace(text.find(work), work.size(), "");
  EXPECT_EQ(first_finding(text),
            "L104 the lifecycle of Job needs `work`: what the lease of a worker is kept in, and "
            "how long it lasts");
}

}  // namespace
}  // namespace partita::model

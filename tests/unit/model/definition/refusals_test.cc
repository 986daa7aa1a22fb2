#include "given.h"

// What the reader refuses, to the letter: code, place, what is wrong, what is allowed.

namespace partita::model {
namespace {

TEST(Refusals, NameUnknownKeysAndWhatWasMeant) {
  EXPECT_EQ(finding_with("paterns: {}\n"),
            "m:13:1: E L102 a model has no key `paterns`; did you mean `patterns`?");
  EXPECT_EQ(finding_with("patterns:\n  p: {get: Job, bye: {id: $id}}\n"),
            "m:14:17: E L102 a pattern has no key `bye`; did you mean `by`?");
  EXPECT_EQ(finding_with("types: {T: {type: string, min_length: 3}}\n").substr(0, 72),
            "m:13:27: E L102 an attribute has no key `min_length`; it has `descriptio");
}

TEST(Refusals, NameMissingKeys) {
  EXPECT_EQ(findings_in("format: 1\nmodel: m\nversion: 1\n"),
            std::vector<std::string>{"m:1:1: E L104 a model must have the key `tables`: Tables."});
  EXPECT_EQ(finding_with("types: {T: {min: 3}}\n"),
            "m:13:12: E L104 an attribute must have the key `type`: string, int, number, bool, "
            "binary, enum, const, timestamp, date, map, list, set, union, any, or the name of a "
            "type.");
}

TEST(Refusals, TellWhichFormIsExpected) {
  EXPECT_EQ(finding_with("live_phase: two\n"),
            "m:13:13: E L103 `live_phase` must be a whole number from 0 to 1000000000, not the "
            "text `two`");
  EXPECT_EQ(finding_with("description: 5\n"),
            "m:13:14: E L103 `description` must be a text, not `5`; write it in quotes");
  EXPECT_EQ(finding_with("patterns:\n  p: {query: Job, order: newst}\n"),
            "m:14:26: E L103 `order` must be one of `newest` and `oldest` or a map, not the text "
            "`newst`; did you mean `newest`?");
  EXPECT_EQ(
      finding_with("rollups:\n  r: {of: Job, time: at, windows: [1x], measures: {n: count}}\n"),
      "m:14:35: E L103 `windows` must be a list of durations like 24h, not a list");
  EXPECT_EQ(finding_with("workload: {Job: {size: 2 KB}}\n"),
            "m:13:24: E L103 `size` must be a size like 512B or 2KB, not the text `2 KB`");
}

TEST(Refusals, CollectAllProblemsInTheOrderOfTheFile) {
  const auto findings = findings_in(std::string(kHead) + "a1: 1\nb1: 2\nc1: 3\n");
  ASSERT_EQ(findings.size(), 3U);
  EXPECT_EQ(findings[1].substr(0, 38), "m:14:1: E L102 a model has no key `b1`");
}

TEST(Refusals, StopAtFiftyProblems) {
  std::string text(kHead);
  for (int i = 0; i < 80; ++i) text.append("x").append(std::to_string(i)).append(": 1\n");
  EXPECT_EQ(findings_in(text).size(), kFindingsMax);
}

TEST(Refusals, NameWhatNothingIsCalled) {
  EXPECT_EQ(finding_with("patterns:\n  p: {get: Jobs, by: {id: $id}}\n"),
            "m:14:12: E L105 there is no entity called `Jobs`; did you mean `Job`?");
  EXPECT_EQ(finding_with("patterns:\n  p: {query: Job, where: {stat: $s}}\n"),
            "m:14:27: E L105 there is no attribute of Job called `stat`; there are `id`, `status` "
            "and `at`");
  EXPECT_EQ(finding_with("patterns:\n  p: {query: Job, where: {status: $s}, index: J}\n"),
            "m:14:47: E L105 there is no index called `J`; there are `I`");
  EXPECT_EQ(finding_with("pages: {p: {rows: [[{bar: counts}]]}}\n"),
            "m:13:27: E L105 there is no rollup called `counts`");
}

TEST(Refusals, OfTypesAndTheirOptions) {
  const auto type = [](const std::string& text) {
    return finding_with("types: {T: " + text + "}\n");
  };
  EXPECT_EQ(type("{type: strng}"),
            "m:13:19: E L105 there is no type called `strng`; did you mean `string`?");
  EXPECT_EQ(type("{type: bool, min: 3}"), "m:13:30: E L103 `min` has no meaning for the type bool");
  EXPECT_EQ(type("{type: enum}"), "m:13:12: E L104 the type enum needs the key `values`");
  EXPECT_EQ(type("{type: list, of: {type: T}}"),
            "m:13:36: E L103 the type `T` contains itself, or types are nested deeper than 32");
  EXPECT_EQ(type("{type: string, pattern: '(a'}"),
            "m:13:36: E L107 pattern `(a`: at character 3: a group is not closed by `)`");
  EXPECT_EQ(finding_with("types:\n  T: {type: int}\n  U: {type: T, min: 2}\n"),
            "m:15:21: E L103 `min` belongs into the type `T`, not where it is used");
  EXPECT_EQ(type("{type: map, fields: {a: {type: int, default: x}}}"),
            "m:13:57: E L103 `default` must be a value of the type int, not the text `x`; a "
            "formula is written as `default_from`");
}

TEST(Refusals, OfNamesBesideAnAttribute) {
  const auto attribute = [](const std::string& text) {
    return finding_with("      x: " + text + "\n");
  };
  EXPECT_EQ(attribute("{type: int, only_when: {statu: done}}"),
            "m:13:34: E L105 there is no attribute beside it called `statu`; did you mean "
            "`status`?");
  EXPECT_EQ(attribute("{type: union, on: status, cases: {shut: {a: {type: int}}}}"),
            "m:13:44: E L105 there is no value of status called `shut`; there are `open` and "
            "`done`");
  EXPECT_EQ(attribute("{type: string, must_equal: Job.name}"),
            "m:13:37: E L105 there is no attribute of Job called `name`; there are `id`, "
            "`status`, `at` and `x`");
  EXPECT_EQ(attribute("{type: int, auto: create}"),
            "m:13:28: E L103 `auto` is for attributes of type timestamp");
  EXPECT_EQ(attribute("{type: string, generate: nanoid}"),
            "m:13:35: E L103 `nanoid` generates nothing; write uuid4, uuid7, ulid or ksuid, or a "
            "text around one like task-{ulid}");
}

TEST(Refusals, OfFormulas) {
  const auto field = [](const std::string& text) {
    return finding_with("types: {T: {type: map, fields: {a: {type: int}, b: " + text + "}}}\n");
  };
  EXPECT_EQ(field("{type: int, computed: a + c}"),
            "m:13:74: E L107 formula `a + c`: at character 5: nothing is called `c`; texts are "
            "written in 'quotes'");
  EXPECT_EQ(field("{type: string, computed: a + 1}"),
            "m:13:77: E L107 `a + 1` is a number, which an attribute of type string cannot hold");
  EXPECT_EQ(field("{type: int, computed: old.a}"),
            "m:13:74: E L107 formula `old.a`: at character 1: the item before the write (`old.`) "
            "is not known here");
  EXPECT_EQ(finding_with("patterns:\n  p: {query: Job, filter: at + 1h}\n"),
            "m:14:27: E L107 `at + 1h` is a timestamp; a condition is expected");
}

TEST(Refusals, OfEntities) {
  const auto entity = [](const std::string& text) { return finding_with("  E: " + text + "\n"); };
  EXPECT_EQ(entity("{key: {pk: '{id'}, attributes: {id: {type: string}}}"),
            "m:13:17: E L107 key template `{id`: at character 1: the `{` is not closed");
  EXPECT_EQ(entity("{key: {pk: '{id}'}}"),
            "m:13:17: E L105 there is no attribute of E called `id`");
  EXPECT_EQ(entity("{key: {sk: x}}").substr(0, 12), "2 findings\nm");
  EXPECT_EQ(entity("{key: {pk: x}, include: [S]}"),
            "m:13:31: E L105 there is no mixin or map type called `S`");
  EXPECT_EQ(entity("{key: {pk: x}, table: u}"),
            "m:13:28: E L105 there is no table called `u`; there are `t`");
  EXPECT_EQ(entity("{key: {pk: x}, unique: [{on: [a]}]}"),
            "m:13:35: E L105 there is no attribute of E called `a`");
  EXPECT_EQ(finding_with("  Job-2: {key: {pk: x}}\n"),
            "m:13:3: E L103 `Job-2` is no name: letters, digits and _, a letter first");
}

TEST(Refusals, OfLifecycles) {
  const auto lifecycle = [](const std::string& text) {
    return finding_with("    lifecycle: " + text + "\n");
  };
  EXPECT_EQ(lifecycle("{attribute: status, initial: [opened], transitions: []}"),
            "m:13:45: E L105 there is no state called `opened`; did you mean `open`?");
  EXPECT_EQ(lifecycle("{attribute: id, initial: [open], transitions: []}"),
            "m:13:28: E L103 `id` must be an enum with the states");
  EXPECT_EQ(lifecycle("{attribute: status, initial: [open], transitions: [{from: open, to: done, "
                      "stamp: {id: now}}]}"),
            "m:13:98: E L103 `stamp` sets timestamps to now: {id: now}");
  EXPECT_EQ(lifecycle("{attribute: status, initial: [open], transitions: [{from: open, to: done, "
                      "by: server}]}"),
            "m:13:67: E L104 a transition `by: server` needs `when`");
}

TEST(Refusals, OfPatterns) {
  const auto pattern = [](const std::string& text) {
    return finding_with("patterns:\n  p: " + text + "\n");
  };
  EXPECT_EQ(pattern("{by: {id: $id}}").substr(0, 60),
            "m:14:3: E L104 exactly one of `get`, `query`, `collection`, ");
  EXPECT_EQ(pattern("{get: Job}"), "m:14:3: E L104 a pattern of kind get needs `by`");
  EXPECT_EQ(pattern("{get: Job, by: {id: $id}, filter: at < now}"),
            "m:14:32: E L103 `filter` has no meaning for a pattern of kind get");
  EXPECT_EQ(
      pattern("{query: Job, where: {status: [a]}}"),
      "m:14:35: E L103 `status` must be $parameter, a value, any or {in: [a, b]}, not a list");
  EXPECT_EQ(pattern("{query: Job, range: {at: 5d}}"),
            "m:14:26: E L103 `range` is one attribute and a parameter: {name: $parameter}");
  EXPECT_EQ(pattern("{transition: Job, by: {id: $id}, to: done}"),
            "m:14:43: E L103 Job has no lifecycle");
  EXPECT_EQ(pattern("{get: Job, by: {id: $id}, http: FETCH /jobs}"),
            "m:14:38: E L103 `http` is a method and a path like GET /messages/{id}, not `FETCH "
            "/jobs`");
  EXPECT_EQ(pattern("{get: Job, by: {id: $id}, http: 'GET /jobs/{job}'}"),
            "m:14:38: E L105 there is no parameter called `job`; there are `id`");
  EXPECT_EQ(pattern("{query: Job, select_when: [x]}"),
            "m:14:32: E L105 there is no parameter called `x`");
}

TEST(Refusals, OfParamsAndOverrides) {
  EXPECT_EQ(findings_in(kHead, {{"stage", "test"}}),
            std::vector<std::string>{"m:4:10: E L103 the param `stage` must be one of `dev` and "
                                     "`prod`, not `test`"});
  EXPECT_EQ(
      findings_in(kHead, {{"stag", "dev"}}),
      std::vector<std::string>{"m: E L105 there is no param called `stag`; did you mean `stage`?"});
  EXPECT_EQ(finding_with("note: 'for ${env}'\n"), "m:13:7: E L105 there is no param called `env`");
  EXPECT_EQ(finding_with("edges: {}\n"
                         "deployed: {t: {name: t, key: {partition: pk}, pitr: {enabled: yes}}}\n"),
            "m:14:63: E L103 `enabled` must be true or false, not the text `yes`");
}

TEST(Refusals, OfIndexes) {
  const auto table = [](const std::string& text) {
    return findings_in("format: 1\nmodel: m\nversion: 1\ntables:\n  t: " + text + "\n");
  };
  using Findings = std::vector<std::string>;
  EXPECT_EQ(table("{name: t, key: {partition: a}, indexes: {I: {sort: [b]}}}"),
            Findings{"m:5:50: E L103 an index has 1 to 4 partition attributes"});
  EXPECT_EQ(table("{name: t, key: {partition: a}, indexes: {I: {local: true}}}"),
            Findings{"m:5:50: E L103 a local index has one sort attribute"});
  EXPECT_EQ(table("{name: t, key: {partition: a}, encryption: {key: none}}"),
            Findings{"m:5:55: E L103 `key` must be owned, managed or customer:KEY, not `none`"});
  EXPECT_EQ(table("{name: t, key: {partition: a}, billing: {mode: provisioned}}"),
            Findings{"m:5:46: E L104 provisioned needs units to `read` and to `write`"});
  EXPECT_EQ(table("{name: t, key: {partition: a}, overrides: [{when: {}, set: {pitr.on: true}}]}"),
            Findings{"m:5:66: E L102 a table has no setting `pitr.on`; write it like "
                     "pitr.enabled"});
}

TEST(Refusals, OfSyncs) {
  const auto sync = [](const std::string& to, const std::string& more) {
    return finding_with("sync: {s: {of: Job, to: {kind: webhook, " + to + "}" + more + "}}\n");
  };
  EXPECT_EQ(sync("url: 'ftp://h'", ""),
            "m:13:46: E L103 `url` is an address like https://host:port/path, without a name and a "
            "password, not `ftp://h`");
  EXPECT_EQ(sync("url: '', secret: whsec_abc", ""),
            "m:13:58: E L103 `secret` says where the secret is, env:NAME or file:PATH: a secret "
            "has no place in a model");
  EXPECT_EQ(sync("url: '', secret_before: 'env:A'", ""),
            "m:13:65: E L104 `secret_before` needs `secret`");
  EXPECT_EQ(sync("url: ''", ", batch: 101"), "m:13:58: E L103 `batch` is 1 to 100, not 101");
  EXPECT_EQ(sync("url: ''", ", lanes: 0"), "m:13:58: E L103 `lanes` is 1 to 16, not 0");
  EXPECT_EQ(sync("url: ''", ", body: [stat]"),
            "m:13:57: E L105 there is no attribute of Job called `stat`; there are `id`, `status` "
            "and `at`");
  EXPECT_EQ(sync("url: ''", ", keep: {pending: 900d}"),
            "m:13:67: E L103 `pending` is 366d at most: what waits lies in the store");
  EXPECT_EQ(sync("url: '', index: i", ""),
            "m:13:57: E L103 `index` is of search engines (kind: bulk)");
}

TEST(Refusals, OfSyncsToSearchEngines) {
  const auto sync = [](const std::string& to, const std::string& more) {
    return finding_with("sync: {s: {of: Job, to: {kind: bulk, url: ''" + to + "}" + more + "}}\n");
  };
  EXPECT_EQ(sync("", ""), "m:13:25: E L104 a search engine needs `index`");
  EXPECT_EQ(finding_with("sync: {s: {of: Job, to: {kind: elasticsearch, url: ''}}}\n"),
            "m:13:25: E L104 a search engine needs `index`");
  for (const std::string wrong : {"Jobs", "_jobs", "a/b", "a,b", ".."}) {
    EXPECT_EQ(sync(", index: '" + wrong + "'", ""),
              "m:13:54: E L103 `index` has small letters, digits and - _ . + and begins with a "
              "letter or a digit, not `" +
                  wrong + "`");
  }
  EXPECT_EQ(sync(", index: i", ", when: old.status = 'a'"),
            "m:13:64: E L107 an index has what items are, so `when` cannot ask what they were "
            "(`old.`)");
  EXPECT_EQ(sync(", index: i", ", old: true"), "m:13:63: E L103 an index has no place for `old`");
  EXPECT_EQ(sync(", index: i", ", batch: 1001"), "m:13:65: E L103 `batch` is 1 to 1000, not 1001");
  const std::string both =
      "m:13:25: E L104 `auth` says how a search engine is sent its `secret`, so both are given or "
      "none: basic (the secret is NAME:PASSWORD) or header (it is the value of Authorization)";
  EXPECT_EQ(sync(", index: i, auth: basic", ""), both);
  EXPECT_EQ(sync(", index: i, secret: 'env:A'", ""), both);
  EXPECT_EQ(
      sync(", index: i, auth: basic, secret: 'env:A', secret_before: 'env:B'", ""),
      "m:13:102: E L103 `secret_before` is of signatures; a search engine is sent one secret");
}

TEST(Refusals, OfSearches) {
  EXPECT_EQ(finding_with("search: {s: {of: Jobs, fields: {id: 1}}}\n"),
            "m:13:18: E L105 there is no entity called `Jobs`; did you mean `Job`?");
  EXPECT_EQ(finding_with("search: {s: {of: Job, fields: {stat: 1}}}\n"),
            "m:13:32: E L105 there is no attribute of Job called `stat`; there are `id`, `status` "
            "and `at`");
  EXPECT_EQ(finding_with("search: {s: {of: Job, fields: {id: 0}}}\n"),
            "m:13:36: E L103 the weight of `id` is a number above 0 and at most 1000, not `0`");
  EXPECT_EQ(finding_with("search: {s: {of: Job, fields: {id: high}}}\n"),
            "m:13:36: E L103 the weight of `id` is a number above 0 and at most 1000, not the text "
            "`high`");
  EXPECT_EQ(
      finding_with("search: {s: {of: Job, fields: [id]}}\n"),
      "m:13:31: E L103 `fields` has 1 to 16 attributes, each with its weight, as in {name: 3, "
      "bio: 1}");
  EXPECT_EQ(finding_with("search: {s: {of: Job, fields: {id: {language: englsh}}}}\n"),
            "m:13:47: E L105 there is no language called `englsh`; did you mean `english`?");
  EXPECT_EQ(
      finding_with("search: {s: {of: Job, fields: {id: {wight: 2}}}}\n"),
      "m:13:37: E L102 unknown key `wight` of a searched field; it has `weight` and `language`");
  EXPECT_EQ(finding_with("search: {s: {of: Job, fields: {at: 1}}}\n"),
            "m:13:32: E L103 `at` is a timestamp, which has no words; texts and lists of texts are "
            "searched");
  EXPECT_EQ(finding_with("search: {s: {of: Job, fields: {id: 1}, prefix: [status]}}\n"),
            "m:13:49: E L105 there is no searched field called `status`; there are `id`");
  EXPECT_EQ(finding_with("search: {s: {of: Job, fields: {id: 1}, typos: 2}}\n"),
            "m:13:47: E L103 `typos` is 0 or 1: how many letters of a word may be wrong");
  EXPECT_EQ(
      finding_with("search: {s: {of: Job, fields: {id: 1}, filters: [name]}}\n").substr(0, 63),
      "m:13:49: E L105 there is no attribute of Job called `name`; the");
}

TEST(Refusals, OfRollupsPagesAndSamples) {
  EXPECT_EQ(finding_with("rollups: {r: {of: Job, measures: {n: sum(status)}}}\n"),
            "m:13:38: E L107 `status` is a text, of which there is no sum");
  EXPECT_EQ(finding_with("rollups: {r: {of: Job, windows: [1h], measures: {n: count}}}\n"),
            "m:13:33: E L104 `windows` need `time`");
  EXPECT_EQ(finding_with("rollups: {r: {of: Job, measures: {a: count, b: a / c}}}\n"),
            "m:13:48: E L107 formula `a / c`: at character 5: nothing is called `c`; texts are "
            "written in 'quotes'");
  EXPECT_EQ(finding_with("samples: {s: {of: Job}}\n"),
            "m:13:11: E L103 a sample has either `item` or `typed_item`");
  EXPECT_EQ(finding_with("samples: {s: {of: Job, typed_item: {id: {X: a}}}}\n"),
            "m:13:36: E L103 id: `X` is no type of DynamoDB");
  EXPECT_EQ(finding_with("samples: {s: {of: Job, item: '{\"id\": /* for ever'}}\n").substr(0, 46),
            "m:13:30: E L103 line 1 of the text: a key must");
  EXPECT_EQ(finding_with("samples: {s: {of: Job, item: '// nothing'}}\n"),
            "m:13:30: E L103 the text holds nothing but comments");
  EXPECT_EQ(finding_with("workload: {Job: {per_day: 3}}\n"),
            "m:13:27: E L103 `per_day` has no meaning for the workload of an entity");
}

TEST(Refusals, TellWhatTypesOfOtherSystemsAreCalledHereAndNothingElse) {
  EXPECT_EQ(finding_with("      x: {type: integer, min: 1, max: 5}\n"),
            "m:13:17: E L105 there is no type called `integer`; did you mean `int`?");
  EXPECT_EQ(finding_with("      x: {type: boolean}\n"),
            "m:13:17: E L105 there is no type called `boolean`; did you mean `bool`?");
}

TEST(Refusals, OfRangesThatNoValueFits) {
  EXPECT_EQ(finding_with("      x: {type: int, min: 5, max: 3}\n"),
            "m:13:27: E L103 no value fits between `min` 5 and `max` 3");
  EXPECT_EQ(finding_with("      x: {type: number, above: 1, below: 1}\n"),
            "m:13:32: E L103 no value fits between `above` 1 and `below` 1");
  EXPECT_EQ(findings_in(std::string(kHead) + "      x: {type: int, min: 3, max: 3}\n").size(), 0U);
}

TEST(Refusals, OfFormulasThatNeedEachOther) {
  EXPECT_EQ(finding_with("      a: {type: number, derived: b + 1}\n"
                         "      b: {type: number, derived: c + 1}\n"
                         "      c: {type: number, derived: a + 1}\n"
                         "      d: {type: number, derived: a}\n"),
            "m:13:7: E L107 formulas need each other: a <- b <- c <- a");
  EXPECT_EQ(findings_in(std::string(kHead) + "      a: {type: number, derived: b + 1}\n"
                                             "      b: {type: number}\n")
                .size(),
            0U);
}

TEST(Refusals, SayHowADurationIsWritten) {
  const std::string rollup =
      "rollups: {r: {of: Job, time: at, windows: [24 hours], measures: {n: count}}}\n";
  EXPECT_NE(finding_with(rollup).find("`24 hours` is written `24h`"), std::string::npos)
      << finding_with(rollup);
  EXPECT_NE(finding_with("fake: {Job: {count: 1, over: 90 days}}\n").find("`90d`"),
            std::string::npos);
}

TEST(Refusals, SayHowAParameterIsWritten) {
  EXPECT_EQ(finding_with("patterns:\n  p: {get: Job, by: {id: id}}\n"),
            "m:14:26: E L103 `id: id` asks for the text `id`; what a caller gives is written "
            "`$id`");
}

}  // namespace
}  // namespace partita::model

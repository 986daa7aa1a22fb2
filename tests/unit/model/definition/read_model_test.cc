#include "given.h"

// What a model holds after it was read: resolved, with defaults and params applied.

namespace partita::model {
namespace {

using Texts = std::vector<std::string>;

TEST(ReadModel, AppliesParams) {
  EXPECT_EQ(model_with("")->tables.front().name, "t-dev");
  EXPECT_EQ(model_with("", {{"stage", "prod"}})->tables.front().name, "t-prod");
  EXPECT_EQ(model_with("description: 'on ${stage}'\n")->notes.description, "on dev");
}

TEST(ReadModel, AppliesOverridesByParams) {
  constexpr std::string_view kText =
      "format: 1\nmodel: m\nversion: 1\n"
      "params: {stage: {default: dev}}\n"
      "tables:\n"
      "  t:\n"
      "    name: t\n"
      "    key: {partition: pk}\n"
      "    pitr: {enabled: true, window_days: 7}\n"
      "    overrides:\n"
      "      - {when: {stage: [dev, test]}, set: {pitr.enabled: false, streams: {view: none}}}\n";
  const auto dev = read_model(kText).model;
  ASSERT_NE(dev, nullptr);
  EXPECT_EQ(dev->tables.front().settings.pitr_enabled, false);
  EXPECT_EQ(dev->tables.front().settings.pitr_window_days, 7);
  EXPECT_EQ(dev->tables.front().settings.streams, StreamView::None);
  const auto prod = read_model(kText, {{"stage", "prod"}}).model;
  ASSERT_NE(prod, nullptr);
  EXPECT_EQ(prod->tables.front().settings.pitr_enabled, true);
  EXPECT_EQ(prod->tables.front().settings.streams, std::nullopt);
}

TEST(ReadModel, ResolvesNamesToPointers) {
  const auto model = model_with(
      "patterns:\n"
      "  by_status: {query: Job, where: {status: $status}, index: I, order: newest}\n"
      "rollups: {r: {of: Job, group_by: [status], measures: {n: count}}}\n"
      "pages: {p: {rows: [[{bar: r.n, x: status}, {table: by_status}]]}}\n"
      "workload: {Job: {create_per_day: 5, size: 1KB}, by_status: {per_day: 2}}\n");
  const Pattern& pattern = model->patterns.front();
  EXPECT_EQ(pattern.entity, &model->entities.front());
  EXPECT_EQ(pattern.table, &model->tables.front());
  EXPECT_EQ(pattern.index, &model->tables.front().indexes.front());
  EXPECT_EQ(pattern.order->direction, Order::Direction::Descending);
  const Widget& widget = model->pages.front().rows[0][0];
  EXPECT_EQ(widget.measure, &model->rollups.front().measures.front());
  EXPECT_EQ(model->pages.front().rows[0][1].pattern, &pattern);
  EXPECT_EQ(model->entity_loads.front().size_bytes, 1024);
  EXPECT_EQ(model->pattern_loads.front().pattern, &pattern);
}

TEST(ReadModel, ReadsAttributesWithTheirTypes) {
  const auto model = model_with(
      "      size: {type: int, min: 0, required: true}\n"
      "      gone: {type: Moment, default_from: at + 1h}\n"
      "      twice: {type: int, derived: size * 2, hidden: true}\n"
      "      debug: {type: string, only_when: {param.stage: prod}}\n"
      "      why: {type: string, only_when: {status: [done]}}\n"
      "types: {Moment: {type: timestamp, encode: rfc3339}}\n");
  const Entity& job = model->entities.front();
  EXPECT_EQ(job.find_attribute("size")->type->bounds.min, Number(0));
  EXPECT_EQ(job.find_attribute("gone")->type, model->find_type("Moment")->type);
  EXPECT_EQ(job.find_attribute("gone")->default_from->type(), FormulaType::Time);
  EXPECT_EQ(job.find_attribute("twice")->derived->names(), Texts{"size"});
  EXPECT_TRUE(job.find_attribute("debug")->only_when->never);
  EXPECT_EQ(job.find_attribute("why")->only_when->matches.front().attribute, "status");
  EXPECT_EQ(job.find_attribute("status")->default_value, Value("open"));
  EXPECT_EQ(job.find_attribute("nothing"), nullptr);
  EXPECT_EQ(job.id_attribute(), "id");
}

TEST(ReadModel, IncludesMixinsBehindOwnAttributes) {
  const auto model = model_with(
      "    include: [Stamps]\n"
      "types:\n"
      "  Stamps: {type: mixin, fields: {at: {type: int}, changed: {type: int, derived: '1'}}}\n");
  const Entity& job = model->entities.front();
  EXPECT_EQ(job.find_attribute("at")->type->kind, AttributeKind::Timestamp);
  EXPECT_EQ(job.attributes.back().name, "changed");
  EXPECT_EQ(job.attributes.back().included_from, "Stamps");
}

TEST(ReadModel, ReadsLifecycles) {
  const auto model = model_with(
      "      done_at: {type: timestamp, encode: epoch_ms}\n"
      "      tries: {type: int}\n"
      "    lifecycle:\n"
      "      attribute: status\n"
      "      initial: [open]\n"
      "      transitions:\n"
      "        - {from: open, to: done, stamp: {done_at: now}, when: tries > old.tries}\n"
      "      final: [done]\n"
      "      same_state: {count_in: {open: tries}}\n"
      "      leases: [{state: open, from: at, timeout: 15m, then: {to: done}}]\n");
  const Lifecycle& lifecycle = *model->entities.front().lifecycle;
  EXPECT_EQ(lifecycle.states, (Texts{"open", "done"}));
  const Transition* transition = lifecycle.find("open", "done");
  ASSERT_NE(transition, nullptr);
  EXPECT_EQ(transition->stamps, Texts{"done_at"});
  EXPECT_EQ(transition->when->names(FormulaSource::Old), Texts{"tries"});
  EXPECT_EQ(lifecycle.find("done", "open"), nullptr);
  EXPECT_EQ(lifecycle.next_states("open"), std::vector<std::string_view>{"done"});
  EXPECT_TRUE(lifecycle.is_final("done"));
  EXPECT_TRUE(lifecycle.allows_same_state);
  EXPECT_EQ(lifecycle.leases.front().then, Lease::Then::Move);
}

TEST(ReadModel, ReadsIndexKeysInAllTheirForms) {
  const auto model = model_with(
      "      tags: {type: list, of: {type: string}}\n"
      "    index_keys:\n"
      "      A: 'STATUS#{status}'\n"
      "      B: {each: tags, as: 'TAG#{it|slug}'}\n"
      "      C: [status, at]\n");
  const Row& row = model->entities.front().row;
  EXPECT_EQ(row.find_index_key("A")->key.literal_prefix(), "STATUS#");
  EXPECT_EQ(row.find_index_key("B")->each, "tags");
  EXPECT_EQ(row.find_index_key("C")->tuple, (Texts{"status", "at"}));
}

TEST(ReadModel, MakesEdgesEntitiesWithImpliedIds) {
  const auto model = model_with(
      "edges:\n"
      "  Blocks:\n"
      "    from: {Job: blockerId}\n"
      "    to: {Job: blockedId}\n"
      "    rows: [{pk: 'B#{blockerId}#{blockedId}'}, {pk: 'R#{blockedId}#{blockerId}', X: '1'}]\n");
  const Entity* edge = model->find_entity("Blocks");
  ASSERT_NE(edge, nullptr);
  EXPECT_EQ(edge->edge->from.entity, &model->entities.front());
  EXPECT_EQ(edge->find_attribute("blockedId")->references, &model->entities.front());
  EXPECT_EQ(edge->row.keys.front().key.literal_prefix(), "B#");
  EXPECT_EQ(edge->edge->mirror->index_keys.front().name, "X");
}

TEST(ReadModel, ReadsVersionedEntities) {
  const auto model = model_with(
      "      n: {type: int}\n"
      "    versioned: {row: {pk: '{id}#v{n:04}'}, number: n, time: at, keep: 5, index: all}\n"
      "patterns:\n"
      "  old: {get: Job, by: {id: $id}, version: $n, http: 'GET /jobs/{id}/{n}'}\n");
  const Versioning& versioned = *model->entities.front().versioned;
  EXPECT_EQ(versioned.keep, 5);
  EXPECT_TRUE(versioned.indexes_all_versions);
  EXPECT_EQ(model->patterns.front().version_parameter, "n");
}

TEST(ReadModel, ReadsBindingsOfAllKinds) {
  const auto model = model_with(
      "patterns:\n"
      "  p:\n"
      "    query: Job\n"
      "    where: {status: any, id: {in: [a, b]}, pk: x}\n"
      "    range: {at: $when}\n"
      "    filter: status != $not\n");
  const Pattern& pattern = model->patterns.front();
  EXPECT_EQ(pattern.where[0].kind, Binding::Kind::Any);
  EXPECT_EQ(pattern.where[1].values.size(), 2U);
  EXPECT_EQ(pattern.where[2].values.front(), Value("x"));
  EXPECT_EQ(pattern.parameters(), (std::vector<std::string_view>{"when", "not"}));
}

TEST(ReadModel, ReadsTransactions) {
  const auto model = model_with(
      "patterns:\n"
      "  p:\n"
      "    transaction:\n"
      "      first: {put: Job, mode: create}\n"
      "      second: {update: Job, by: {id: $other}, set: [status], with: {id: first.id}}\n"
      "    http: POST /jobs\n");
  const Pattern& pattern = model->patterns.front();
  ASSERT_EQ(pattern.steps.size(), 2U);
  EXPECT_EQ(pattern.steps[0].mode, PutExpectation::Create);
  EXPECT_EQ(pattern.steps[1].with.front().step, "first");
  EXPECT_EQ(pattern.parameters(), std::vector<std::string_view>{"other"});
}

TEST(ReadModel, ReadsMeasures) {
  const auto model = model_with(
      "rollups:\n"
      "  r:\n"
      "    of: Job\n"
      "    group_by: [{day: day(at)}, status]\n"
      "    time: at\n"
      "    windows: [24h]\n"
      "    measures: {n: count, done: count(status = 'done'), age: avg(now - at), rate: done / "
      "n}\n");
  const Rollup& rollup = model->rollups.front();
  EXPECT_EQ(rollup.group_by[0].name, "day");
  EXPECT_EQ(rollup.measures[0].value, std::nullopt);
  EXPECT_EQ(rollup.measures[1].kind, MeasureKind::Count);
  EXPECT_EQ(rollup.measures[2].value->type(), FormulaType::Span);
  EXPECT_EQ(rollup.measures[3].kind, MeasureKind::Formula);
}

TEST(ReadModel, ReadsSamplesByTheTypesOfTheirEntity) {
  const auto model = model_with(
      "      tags: {type: set, of: {type: string}}\n"
      "      data: {type: binary}\n"
      "samples:\n"
      "  plain: {of: Job, item: {id: a, tags: [x, y], data: AQI=, at: 5}}\n"
      "  typed: {of: Job, typed_item: {id: {S: a}, at: {N: '5'}, tags: {SS: [x, y]}}}\n");
  const Item& plain = model->samples[0].item;
  EXPECT_EQ(plain.find("tags")->type(), ValueType::SS);
  EXPECT_EQ(plain.find("data")->binary(), "\x01\x02");
  EXPECT_EQ(*plain.find("tags"), *model->samples[1].item.find("tags"));
  EXPECT_EQ(*model->samples[1].item.find("at"), Value(5));
}

TEST(ReadModel, ReadsSamplesInJsonWithCommentsAsDocumentsShowThem) {
  const auto model = model_with(
      "samples:\n"
      "  plain:\n"
      "    of: Job\n"
      "    item: |\n"
      "      {\n"
      "        // Primary key\n"
      "        \"id\": \"http://a/*b*/\",  // a text, comments and all\n"
      "        /* \"id\": \"b\", */ \"at\": 5,\n"
      "      }\n"
      "  typed:\n"
      "    of: Job\n"
      "    typed_item: '{\"id\": {\"S\": \"\\\\\\\"//\"}, /* the end */ }'\n");
  EXPECT_EQ(*model->samples[0].item.find("id"), Value("http://a/*b*/"));
  EXPECT_EQ(*model->samples[0].item.find("at"), Value(5));
  EXPECT_EQ(*model->samples[1].item.find("id"), Value("\\\"//"));
}

TEST(ReadModel, KnowsWhatIsLive) {
  const auto model = model_with(
      "live_phase: 1\n"
      "patterns:\n"
      "  now: {query: Job, phase: 1}\n"
      "  later: {query: Job, phase: 2}\n");
  EXPECT_TRUE(model->patterns[0].notes.is_live);
  EXPECT_FALSE(model->patterns[1].notes.is_live);
}

TEST(ReadModel, TakesTheTtlAttributeFromExpiry) {
  const auto model = model_with(
      "      ttl: {type: timestamp, encode: epoch_s}\n"
      "    expire: {attribute: ttl, after: 90d, from: at}\n");
  EXPECT_EQ(model->tables.front().ttl_attribute, "ttl");
  EXPECT_EQ(duration_text(model->entities.front().expire->tolerance), "1d");
}

TEST(ReadModel, KeepsOtherSectionsAsTrees) {
  const auto model = model_with(
      "search: {jobs: {of: Job, fields: {id: 2}}}\n"
      "migrations: [{id: m1, entity: Job, rename: {from: created, to: at}}]\n");
  EXPECT_EQ(model->searches.front().content.find("fields")->find("id")->text, "2");
  EXPECT_EQ(model->migrations.front().name, "m1");
}

TEST(ReadModel, ReadsJson) {
  const auto reading =
      read_model(R"({"format": 1, "model": "m", "version": 1,)"
                 R"( "tables": {"t": {"name": "t", "key": {"partition": "pk"}}}})");
  ASSERT_NE(reading.model, nullptr);
  EXPECT_EQ(reading.model->tables.front().partition_key, "pk");
  EXPECT_EQ(reading.model->http_root, "/api/m");
}

TEST(TextFormats, AreCheckedByShape) {
  EXPECT_TRUE(has_format("660e9500-f39c-52e5-b827-557766551111", TextFormat::Uuid));
  EXPECT_FALSE(has_format("exec-123", TextFormat::Uuid));
  EXPECT_TRUE(has_format("01HF9GX3K9Y8J7H6G5F4D3C2B1", TextFormat::Ulid));
  EXPECT_FALSE(has_format("job-12345", TextFormat::Ulid));
  EXPECT_TRUE(has_format("a@b.c", TextFormat::Email));
  EXPECT_FALSE(has_format("a@@b", TextFormat::Email));
  EXPECT_TRUE(has_format("https://x.y/z?q=1", TextFormat::Uri));
  EXPECT_FALSE(has_format("no uri", TextFormat::Uri));
  EXPECT_TRUE(has_format("image/svg+xml; charset=utf-8", TextFormat::Mime));
  EXPECT_FALSE(has_format("image", TextFormat::Mime));
  EXPECT_TRUE(has_format("arn:aws:s3:::bucket", TextFormat::Arn));
  EXPECT_FALSE(has_format("arn:aws", TextFormat::Arn));
}

}  // namespace
}  // namespace partita::model

#include "modelled/rollups/materializer.h"

#include <string>
#include <utility>
#include <vector>

#include "engine/retry.h"
#include "modelled/rollups/group_key.h"
#include "modelled/rollups/rollup_reader.h"

namespace partita::rollups {
namespace {

void add_constants(const model::Entity& entity, Item& item) {
  for (const model::Attribute& attribute : entity.attributes) {
    if (attribute.type->kind == model::AttributeKind::Const) {
      item.set(attribute.name, attribute.type->constant);
    }
  }
  for (const model::AttributeMatch& match : entity.match) {
    if (match.values.size() == 1) item.set(match.attribute, match.values.front());
  }
}

void add_group(const RollupPlan& plan, const std::vector<Value>& group, Item& item) {
  for (std::size_t i = 0; i < group.size(); ++i) {
    if (group[i].type() == ValueType::Null) continue;
    item.set(plan.rollup().group_by[i].name, group[i]);
  }
}

void add_measures(const RollupPlan& plan, const Aggregate& aggregate, const model::Entity& entity,
                  Item& item) {
  const auto values = measure_values(plan, aggregate);
  for (std::size_t i = 0; i < values.size(); ++i) {
    const std::string& name = plan.rollup().measures[i].name;
    if (values[i] && entity.find_attribute(name) != nullptr) item.set(name, *values[i]);
  }
}

// The value of one key attribute; nullopt if it cannot be made.
std::optional<Value> key_value(const model::KeyTemplate& key, const Item& item) {
  const EncodedItem encoded(item);
  const auto lookup = [&](std::string_view name) { return encoded.view().find(name); };
  std::string text;
  const auto rendered = key.render(text, lookup);
  if (!rendered.ok() || !*rendered) return std::nullopt;
  if (key.is_bare_variable()) return *item.find(key.parts().front().variable->name);
  return Value(std::move(text));
}

}  // namespace

Result<std::optional<MaterializedItem>> materialize(const RollupPlan& plan,
                                                    const model::Entity& entity, ByteView group,
                                                    const Aggregate& aggregate) {
  Item item;
  add_constants(entity, item);
  add_group(plan, TRY(decode_group(group, plan.columns())), item);
  Item key_attributes;
  for (const model::DerivedKey& key : entity.row.keys) {
    auto value = key_value(key.key, item);
    if (!value) return std::optional<MaterializedItem>();
    key_attributes.set(key.name, *std::move(value));
  }
  MaterializedItem made{.entity = &entity, .key = EncodedItem(key_attributes), .item = {}};
  if (aggregate.sums.items != 0) {
    add_measures(plan, aggregate, entity, item);
    for (const auto& [name, value] : key_attributes) item.set(name, value);
    made.item = EncodedItem(item);
  }
  return std::optional(std::move(made));
}

struct Materializer::Mark {
  Bytes group;
  std::int64_t changes = 0;
};

Task<Result<std::vector<Materializer::Mark>>> Materializer::read_marks(
    const engine::View& view, const RollupPlan& plan, std::size_t groups_max) const {
  std::vector<Mark> marks;
  const auto take = [&](ByteView key, ByteView value) -> Status {
    const auto group = TRY(parse_change_key(key));
    const auto sums = TRY(decode_sums(value));
    marks.push_back({.group = Bytes(group), .changes = sums.items});
    return {};
  };
  Status taken;
  const auto visit = [&](ByteView key, ByteView value) {
    if (marks.size() == groups_max) return engine::Visit::Stop;
    taken = take(key, value);
    return taken.ok() ? engine::Visit::Continue : engine::Visit::Stop;
  };
  const auto rows = changes_range(plan.ref());
  const engine::Range range{.begin = rows.begin, .end = rows.end, .rows_hint = groups_max};
  Status read = co_await view.scan(range, visit);
  CO_TRY(read);
  CO_TRY(taken);
  co_return marks;
}

Task<Status> Materializer::write_group(const RollupPlan& plan, const Bytes& group,
                                       const Aggregate& aggregate) {
  for (const model::Entity* entity : plan.materialized()) {
    auto item = materialize(plan, *entity, group, aggregate);
    CO_TRY(item);
    if (!*item) continue;
    Status written = co_await write_(**item);
    CO_TRY(written);
  }
  co_return Status{};
}

Task<Status> Materializer::settle(const RollupPlan& plan, const Mark& mark) {
  const auto body = [&](engine::Transaction& transaction) {
    Bytes seen = encode(Sums{.items = -mark.changes, .slots = {}});
    transaction.merge(change_key(plan.ref(), mark.group), std::move(seen));
    Status buffered;
    return Task<Status>::ready(std::move(buffered));
  };
  co_return co_await engine::run(engine_, body);
}

Task<Result<std::size_t>> Materializer::run_some(std::size_t groups_max) {
  std::size_t done = 0;
  for (std::size_t i = 0; i < program_.plans().size(); ++i) {
    const RollupPlan& plan = program_.plans()[i];
    if (plan.materialized().empty() || !program_.building().is_built(i)) continue;
    // Marks and sums are of one moment: the sums have all changes that the marks count.
    const auto moment = engine_.snapshot();
    auto marks = co_await read_marks(*moment, plan, groups_max - done);
    CO_TRY(marks);
    for (const Mark& mark : *marks) {
      auto aggregate = co_await read_group(*moment, plan, mark.group);
      CO_TRY(aggregate);
      Status written = co_await write_group(plan, mark.group, *aggregate);
      CO_TRY(written);
      Status settled = co_await settle(plan, mark);
      CO_TRY(settled);
      ++done;
    }
  }
  co_return done;
}

Task<Result<std::size_t>> Materializer::pending() const {
  std::size_t groups = 0;
  for (const RollupPlan& plan : program_.plans()) {
    auto marks = co_await read_marks(engine_, plan, SIZE_MAX);
    CO_TRY(marks);
    groups += marks->size();
  }
  co_return groups;
}

}  // namespace partita::rollups

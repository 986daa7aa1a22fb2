#include "modelled/serving/restored_version.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "dynamodb/operations/planned_read.h"
#include "language/expression/tree_builder.h"
#include "model/rules/key_rules.h"
#include "modelled/serving/argument_values.h"
#include "modelled/serving/failure.h"

namespace partita::serving {
namespace {

using model::Entity;

const std::string& version_text(const StepInput& input) {
  return *input.arguments.find(input.plan.version_parameter);
}

Error no_version(const StepInput& input) {
  return failure(FailureKind::NotFound, fmt::format("there is no version {} of this {}",
                                                    version_text(input), input.entity().name));
}

// What the row of the version is known by, so far as the arguments tell it.
Result<EncodedItem> known_attributes(const StepInput& input) {
  const std::string& parameter = input.plan.version_parameter;
  if (input.arguments.find(parameter) == nullptr) {
    return failure(FailureKind::BadArgument, fmt::format("parameter `{}` is missing", parameter));
  }
  auto given = TRY(gather_attributes(input));
  if (!given.body.is_empty()) {
    return failure(FailureKind::BadBody, fmt::format("{} takes no body", input.pattern.name));
  }
  const std::string& number = input.entity().versioned->number;
  const auto* type = asked_type(input.entity(), number);
  given.all.set(number, TRY(argument_value(parameter, version_text(input), type)));
  return EncodedItem(given.all);
}

// All rows that begin as that of the version does.
Result<operations::TreeRead> query_for(const StepInput& input, const ItemView& known) {
  const Entity& entity = input.entity();
  const std::vector<model::DerivedKey>& keys = entity.versioned->row.keys;
  const auto find = [&known](std::string_view name) { return known.find(name); };
  const auto partition = rules::render_key(keys.front().key, find);
  const auto prefix = keys.back().key.render_prefix(find);
  // A number that does not fit its padding is that of no version.
  if (!partition.ok() || !*partition || !prefix.ok()) return no_version(input);
  expression::ConditionBuilder builder(expression::ExpressionKind::KeyCondition);
  const auto constant = [&builder](const Value& value) {
    return builder.value(EncodedValue(value).view());
  };
  const auto path = builder.path(keys.front().name);
  auto root = builder.compare(path, expression::Comparator::Equal, constant(**partition));
  if (keys.size() > 1 && !prefix->empty()) {
    const auto sort = builder.path(keys.back().name);
    root = builder.and_(
        {root, builder.call(expression::Function::BeginsWith, {sort, constant(Value(*prefix))})});
  }
  return operations::TreeRead{.table_name = entity.table->name,
                              .key_condition = std::move(builder).finish(root),
                              .is_consistent = true};
}

bool is_version_row(const Entity& entity, const ItemView& item) {
  return std::ranges::all_of(entity.versioned->row.keys, [&](const model::DerivedKey& key) {
    const auto value = item.find(key.name);
    return value && value->type() == ValueType::S && key.key.matches(value->string());
  });
}

// The row on the page that has the number. Others may begin alike: v10 does as v1.
std::optional<Item> find_in(const query::Page& page, const Entity& entity, const ItemView& known) {
  const std::string& number = entity.versioned->number;
  for (std::size_t i = 0; i < page.items.size(); ++i) {
    const ItemView item = page.items.at(i);
    if (item.find(number) == known.find(number) && is_version_row(entity, item)) {
      return item.to_item();
    }
  }
  return std::nullopt;
}

void erase_index_keys(const model::Row& row, Item& item) {
  for (const model::IndexKey& key : row.index_keys) item.erase(key.name);
}

// What the rules give to each version anew. What they give once, at the creation, stays.
void erase_what_is_filled(const Entity& entity, Item& item) {
  const model::Versioning& versioned = *entity.versioned;
  item.erase(versioned.number);
  item.erase(versioned.time);
  item.erase(versioned.pointer);
  for (const model::DerivedKey& key : versioned.row.keys) item.erase(key.name);
  erase_index_keys(entity.row, item);
  erase_index_keys(versioned.row, item);
  if (entity.revision) item.erase(entity.revision->attribute);
  if (entity.schema_version) item.erase(entity.schema_version->attribute);
  for (const model::Attribute& attribute : entity.attributes) {
    const bool is_renewed =
        attribute.derived || attribute.computed || attribute.auto_stamp == model::AutoStamp::Update;
    if (is_renewed) item.erase(attribute.name);
  }
}

}  // namespace

Task<Result<Item>> restored_version(const operations::ReadContext& context,
                                    const StepInput& input) {
  auto known = known_attributes(input);
  CO_TRY(known);
  auto request = query_for(input, known->view());
  CO_TRY(request);
  const auto planned = operations::PlannedRead::create(context, *request);
  CO_TRY(planned);
  std::optional<EncodedItem> start;
  while (true) {
    operations::PlannedRead::PageRequest wanted;
    if (start) wanted.start_key = start->view();
    auto page = co_await planned->read(context, wanted);
    CO_TRY(page);
    if (auto item = find_in(*page, input.entity(), known->view())) {
      erase_what_is_filled(input.entity(), *item);
      co_return *std::move(item);
    }
    if (!page->last_evaluated_key) co_return no_version(input);
    start = std::move(page->last_evaluated_key);
  }
}

}  // namespace partita::serving

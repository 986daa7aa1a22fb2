#include "patterns/restored_version.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "operations/query.h"
#include "patterns/argument_values.h"
#include "patterns/failure.h"
#include "rules/key_rules.h"

namespace partita::patterns {
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
Result<api::QueryRequest> query_for(const StepInput& input, const ItemView& known) {
  const Entity& entity = input.entity();
  const std::vector<model::KeyAttribute>& keys = entity.versioned->row.keys;
  const auto find = [&known](std::string_view name) { return known.find(name); };
  const auto partition = rules::render_key(keys.front().key, find);
  const auto prefix = keys.back().key.render_prefix(find);
  // A number that does not fit its padding is that of no version.
  if (!partition.ok() || !*partition || !prefix.ok()) return no_version(input);
  api::QueryRequest request;
  request.table_name = entity.table->name;
  request.consistent_read = true;
  request.key_condition_expression = "#p = :p";
  request.expression_attribute_names.emplace().emplace_back("#p", keys.front().name);
  Item values{{":p", **partition}};
  if (keys.size() > 1 && !prefix->empty()) {
    *request.key_condition_expression += " AND begins_with(#s, :s)";
    request.expression_attribute_names->emplace_back("#s", keys.back().name);
    values.set(":s", *prefix);
  }
  request.expression_attribute_values = EncodedItem(values);
  return request;
}

bool is_version_row(const Entity& entity, const ItemView& item) {
  return std::ranges::all_of(entity.versioned->row.keys, [&](const model::KeyAttribute& key) {
    const auto value = item.find(key.name);
    return value && value->type() == ValueType::S && key.key.matches(value->string());
  });
}

// The row on the page that has the number. Others may begin alike: v10 does as v1.
std::optional<Item> find_in(const api::QueryResponse& page, const Entity& entity,
                            const ItemView& known) {
  const std::string& number = entity.versioned->number;
  for (std::size_t i = 0; page.items && i < page.items->size(); ++i) {
    const ItemView item = page.items->at(i);
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
  for (const model::KeyAttribute& key : versioned.row.keys) item.erase(key.name);
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

Task<Result<Item>> restored_version(operations::Context& context, const StepInput& input) {
  auto known = known_attributes(input);
  CO_TRY(known);
  auto request = query_for(input, known->view());
  CO_TRY(request);
  while (true) {
    auto page = co_await operations::query(context, *request);
    CO_TRY(page);
    if (auto item = find_in(*page, input.entity(), known->view())) {
      erase_what_is_filled(input.entity(), *item);
      co_return *std::move(item);
    }
    if (!page->last_evaluated_key) co_return no_version(input);
    request->exclusive_start_key = *std::move(page->last_evaluated_key);
  }
}

}  // namespace partita::patterns

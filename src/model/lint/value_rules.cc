#include <fmt/format.h>

#include "model/formula/suggestion.h"
#include "model/lint/rule_groups.h"
#include "model/lint/sample_check.h"

namespace partita::lint {
namespace {

using model::Attribute;

// Types are not nested deeper than files are.
constexpr int kTypeDepthMax = 32;

// Every item that is made without the attribute would be refused.
void check_defaults(LintContext& context, const std::vector<Attribute>& attributes,
                    const std::string& path, int depth) {
  if (depth > kTypeDepthMax) return;
  for (const Attribute& attribute : attributes) {
    const std::string subject = fmt::format("{}.{}", path, attribute.name);
    check_defaults(context, attribute.type->fields, subject, depth + 1);
    if (!attribute.default_value) continue;
    const bool is_null = attribute.default_value->type() == ValueType::Null;
    if (is_null && attribute.is_nullable) continue;
    for (const auto& violation : check_value(attribute, *attribute.default_value)) {
      context.report("L241", {attribute.notes.place, subject,
                              fmt::format("the default of {} is refused by its own rules: {}",
                                          subject, violation.message),
                              "a default that the type allows"});
    }
  }
}

bool is_known(const model::Entity& entity, std::string_view name) {
  return entity.find_attribute(name) != nullptr || entity.table == nullptr ||
         entity.table->is_key(name) || entity.row.find_index_key(name) != nullptr ||
         entity.table->ttl_attribute == name;
}

// `emial` is stored beside `email` and nobody is told.
void check_unknown(LintContext& context, const model::Sample& sample) {
  const model::Entity& entity = *sample.entity;
  if (entity.table == nullptr || entity.table->rejects_unknown_attributes) return;
  std::vector<std::string_view> names;
  for (const Attribute& attribute : entity.attributes) names.push_back(attribute.name);
  for (const auto& [name, value] : sample.item) {
    if (is_known(entity, name)) continue;
    const std::string_view nearest = model::nearest_name(name, names);
    if (nearest.empty() || sample.item.find(nearest) != nullptr) continue;
    context.report(
        "L245",
        {sample.notes.place, fmt::format("samples.{}.{}", sample.name, name),
         fmt::format("{} has no attribute {}, and such ones pass; did you mean `{}`?", entity.name,
                     name, nearest),
         fmt::format("unknown_attributes: reject on table {} refuses them", entity.table->id)});
  }
}

}  // namespace

void check_values(LintContext& context) {
  for (const auto& type : context.model().types) {
    if (!type.is_mixin) check_defaults(context, type.type->fields, type.name, 0);
  }
  for (const auto& entity : context.model().entities) {
    check_defaults(context, entity.attributes, entity.name, 0);
  }
  for (const auto& sample : context.model().samples) {
    if (sample.entity != nullptr) check_unknown(context, sample);
  }
}

}  // namespace partita::lint

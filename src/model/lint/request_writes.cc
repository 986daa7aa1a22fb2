#include <fmt/format.h>

#include <algorithm>

#include "model/lint/request_checks.h"
#include "model/lint/sample_check.h"

namespace partita::lint {
namespace {

void check_key(LintContext& context, const Request& request, const model::Entity& entity,
               const Item& key) {
  for (const auto& [name, value] : key) {
    const model::Attribute* attribute = entity.find_attribute(name);
    if (attribute == nullptr) continue;
    for (const auto& violation : check_value(*attribute, value)) {
      context.report("L222", about(request, name,
                                   fmt::format("{}: {}", violation.attribute, violation.message)));
    }
  }
}

// Why a put without a condition can undo another write; empty if it cannot.
std::string put_danger(const model::Entity& entity, const Item& item) {
  if (entity.versioned) return "it replaces the newest version, whichever that is";
  if (!entity.lifecycle) return {};
  const Value* state = item.find(entity.lifecycle->attribute);
  const bool is_new = state == nullptr || (state->type() == ValueType::S &&
                                           entity.lifecycle->is_initial(state->string()));
  const bool is_whole =
      std::all_of(entity.attributes.begin(), entity.attributes.end(), [&](const auto& attribute) {
        return !attribute.is_required || item.find(attribute.name) != nullptr;
      });
  if (is_new && is_whole) return {};
  return is_whole ? "it sets a state, whatever the item's state is"
                  : "it replaces the whole item, so attributes that it does not name are lost";
}

std::string update_danger(const model::Entity& entity, const std::vector<std::string>& written) {
  if (!entity.lifecycle) return {};
  const bool sets_state =
      std::find(written.begin(), written.end(), entity.lifecycle->attribute) != written.end();
  return sets_state ? "it sets a state, whatever the item's state is, and creates the item if it "
                      "is not there"
                    : "";
}

}  // namespace

void check_write(LintContext& context, const Request& request,
                 const std::vector<std::string>& written) {
  const bool is_put = request.operation == "PutItem";
  const auto item = request.item(is_put ? "Item" : "Key");
  if (!item.ok()) return;
  const model::Entity* entity = entity_of(context.model(), *request.table, *item);
  if (entity == nullptr) return;
  if (!is_put) check_key(context, request, *entity, *item);
  if (!request.text("ConditionExpression").empty()) return;
  const std::string danger = is_put ? put_danger(*entity, *item) : update_danger(*entity, written);
  if (danger.empty()) return;
  context.report("L231", about(request, "",
                               fmt::format("{} without a condition: {}", request.operation, danger),
                               "add a ConditionExpression on what it expects to find"));
}

}  // namespace partita::lint

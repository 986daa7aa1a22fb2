#include "model/samples/image.h"

#include "model/samples/sample_plan.h"
#include "partita/value/encoded_item.h"

namespace partita::samples {
namespace {

using model::Attribute;
using model::AutoStamp;
using model::Instant;

bool can_stamp(const Attribute& attribute) {
  return attribute.type->kind == model::AttributeKind::Timestamp;
}

void fill_formulas(const model::Entity& entity, Item& item, Instant instant) {
  for (const Attribute& attribute : entity.attributes) {
    if (!attribute.default_from || item.find(attribute.name) != nullptr) continue;
    const EncodedItem encoded(item);
    const model::ItemImages input(std::nullopt, encoded.view(), instant);
    auto value = attribute.default_from->evaluate(input).to_value(attribute.type->encoding);
    if (value) item.set(attribute.name, std::move(*value));
  }
}

}  // namespace

Image::Image(const model::Entity& entity, const Item& created, Instant instant)
    : entity_(&entity), item_(created) {
  for (const Attribute& attribute : entity.attributes) {
    if (item_.find(attribute.name) != nullptr) continue;
    if (attribute.default_value) item_.set(attribute.name, *attribute.default_value);
    if (attribute.auto_stamp != AutoStamp::None) stamp(item_, attribute.name, instant);
  }
  fill_formulas(entity, item_, instant);
}

void Image::stamp(Item& item, const std::string& attribute, Instant instant) const {
  const Attribute* listed = entity_->find_attribute(attribute);
  if (listed == nullptr || !can_stamp(*listed)) return;
  item.set(attribute, model::timestamp_value(instant, listed->type->encoding));
}

Item Image::changed(const model::Transition& transition, const Item& changes,
                    Instant instant) const {
  Item item = item_;
  for (const std::string& name : transition.clears) item.erase(name);
  for (const auto& [name, value] : changes) item.set(name, value);
  for (const std::string& name : transition.stamps) stamp(item, name, instant);
  return item;
}

bool Image::admits(const model::Transition& transition, const Item& changes,
                   Instant instant) const {
  if (!transition.when) return true;
  const EncodedItem before(item_);
  const EncodedItem after(changed(transition, changes, instant));
  return transition.when->holds(model::ItemImages(before.view(), after.view(), instant));
}

void Image::apply(const model::Transition& transition, const Item& changes, Instant instant) {
  item_ = changed(transition, changes, instant);
  apply({}, instant);
}

void Image::apply(const Item& changes, Instant instant) {
  for (const auto& [name, value] : changes) item_.set(name, value);
  for (const Attribute& attribute : entity_->attributes) {
    if (attribute.auto_stamp == AutoStamp::Update) stamp(item_, attribute.name, instant);
  }
}

Item Image::key() const {
  Item key;
  for (const std::string_view name : key_variables(*entity_)) {
    if (const Value* value = item_.find(name)) key.set(name, *value);
  }
  return key;
}

}  // namespace partita::samples

#include "modelled/serving/attribute_update.h"

#include "partita/value/encoded_item.h"

namespace partita::serving {

void AttributeUpdate::set(std::string_view attribute, const Value& value) {
  const auto path = builder_.path(attribute);
  builder_.set(path, builder_.value(EncodedValue(value).view()));
  is_empty_ = false;
}

void AttributeUpdate::remove(std::string_view attribute) {
  builder_.remove(builder_.path(attribute));
  is_empty_ = false;
}

}  // namespace partita::serving

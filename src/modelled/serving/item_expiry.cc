#include "modelled/serving/item_expiry.h"

namespace partita::serving {

bool is_expired(const model::Entity& entity, const ItemView& item, model::Instant now) {
  const bool is_own = entity.expire.has_value();
  const std::string& name = is_own ? entity.expire->attribute : entity.table->ttl_attribute;
  const auto value = name.empty() ? std::nullopt : item.find(name);
  if (!value) return false;
  const model::Attribute* attribute = entity.find_attribute(name);
  const auto encoding =
      is_own && attribute != nullptr ? attribute->type->encoding : model::TimestampEncoding::EpochS;
  const auto instant = model::read_timestamp(*value, encoding);
  return instant && *instant <= now;
}

}  // namespace partita::serving

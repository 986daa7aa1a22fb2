#include "model/definition/entity.h"

#include <algorithm>

namespace partita::model {
namespace {

template <typename Element>
const Element* find_member(const std::vector<Element>& elements, std::string_view name) {
  const auto found = std::find_if(elements.begin(), elements.end(),
                                  [name](const Element& element) { return element.name == name; });
  return found == elements.end() ? nullptr : &*found;
}

}  // namespace

const Index* Table::find_index(std::string_view index_name) const {
  return find_member(indexes, index_name);
}

const DerivedKey* Row::find_key(std::string_view name) const { return find_member(keys, name); }

const IndexKey* Row::find_index_key(std::string_view name) const {
  return find_member(index_keys, name);
}

const Attribute* Entity::find_attribute(std::string_view attribute_name) const {
  return model::find_attribute(attributes, attribute_name);
}

std::string_view Entity::id_attribute() const {
  std::string_view id;
  for (const DerivedKey& key : row.keys) {
    for (const TemplatePart& part : key.key.parts()) {
      if (!part.variable || part.variable->name == id) continue;
      if (!id.empty() || !part.variable->is_reversible()) return {};
      id = part.variable->name;
    }
  }
  return id;
}

}  // namespace partita::model

#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "model/samples/population.h"
#include "partita/value/value.h"

namespace partita::samples {

// The values of one item's attributes, each made by dice of its own.
class ItemValues {
 public:
  ItemValues(const Population& population, const ItemId& item)
      : population_(population), item_(item), instant_(population.created_at(item)) {}

  // A value of the attribute, written at the instant. `beside` has what the item has already, for
  // unions. Nullopt if there is none: nobody to refer to, no text known.
  std::optional<Value> value(const model::Attribute& attribute, const Item& beside,
                             model::Instant instant);
  // The id of the item that an end of an edge or a reference names.
  std::optional<Value> reference(std::string_view attribute);
  // This item's own id: what references to it hold.
  std::optional<Value> id();

  // How deep equal attributes of references of references are followed.
  static constexpr int kStepsMax = 8;

 private:
  std::optional<Value> of_type(const model::AttributeType& type, const std::string& path,
                               const Item& beside);
  std::optional<Value> text(const model::AttributeType& type, const std::string& path);
  std::optional<Value> chosen(const std::vector<Value>& choices, const model::AttributeType& type,
                              const std::string& path);
  std::optional<Value> elements(const model::AttributeType& type, const std::string& path);
  std::optional<Value> fields(const std::vector<model::Attribute>& fields, const std::string& path);
  std::optional<Value> union_value(const model::AttributeType& type, const std::string& path,
                                   const Item& beside);
  std::optional<Value> equal_to(const model::MustEqual& rule);
  std::string resource_name();
  bool is_unique(std::string_view attribute) const;
  Dice dice(std::string_view what) const { return population_.dice(item_, what); }

  const Population& population_;
  ItemId item_;
  model::Instant instant_;
  int steps_left_ = kStepsMax;
};

// A set or list of the elements, without repetitions in a set; nullopt if a set would be empty.
std::optional<Value> collected(model::AttributeKind kind, List elements);

}  // namespace partita::samples

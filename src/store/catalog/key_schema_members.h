#pragma once

#include <tuple>
#include <type_traits>

#include "partita/api/shape.h"
#include "store/catalog/table.h"

// The members of a key schema in a stored descriptor (structure_codec.h). DO NOT CHANGE a name:
// stored.
namespace partita::catalog {

constexpr auto members_of(std::type_identity<KeyAttribute>) {
  return std::tuple(api::required("Name", &KeyAttribute::name),
                    api::required("Type", &KeyAttribute::type));
}

constexpr auto members_of(std::type_identity<KeySchema>) {
  return std::tuple(api::required("Partition", &KeySchema::partition),
                    api::required("Sort", &KeySchema::sort));
}

}  // namespace partita::catalog

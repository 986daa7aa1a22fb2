#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "partita/api/index_definition.h"
#include "partita/api/shape.h"

// Parameters of vector indexes, which Partita does not have. They are decoded so that a request
// which uses them is refused with a message that says so. See AWS's API reference for what they
// mean.
namespace partita::api {

struct VectorAttributeDefinition {
  std::string attribute_name;

  static constexpr auto shape() {
    using Self = VectorAttributeDefinition;
    return std::tuple(required("AttributeName", &Self::attribute_name, kKeyAttributeName));
  }
};

enum class SearchSchemaElementType { Hash, InlineFilter };
inline constexpr std::array<std::string_view, 2> kSearchSchemaElementTypeWords = {"HASH",
                                                                                  "INLINE_FILTER"};
constexpr EnumWords wire_names(SearchSchemaElementType) { return kSearchSchemaElementTypeWords; }

struct SearchSchemaElement {
  std::string attribute_name;
  SearchSchemaElementType search_schema_element_type{};

  static constexpr auto shape() {
    using Self = SearchSchemaElement;
    return std::tuple(required("AttributeName", &Self::attribute_name, kAttributeName),
                      required("SearchSchemaElementType", &Self::search_schema_element_type));
  }
};

enum class VectorDistanceFunction { Cosine, DotProduct, Euclidean };
inline constexpr std::array<std::string_view, 3> kVectorDistanceFunctionWords = {
    "COSINE", "DOT_PRODUCT", "EUCLIDEAN"};
constexpr EnumWords wire_names(VectorDistanceFunction) { return kVectorDistanceFunctionWords; }

struct VectorIndex {
  std::string index_name;
  VectorAttributeDefinition vector_attribute;
  std::optional<std::vector<SearchSchemaElement>> search_schema;
  Projection projection;
  std::int64_t dimensions = 0;
  VectorDistanceFunction distance_function{};

  static constexpr auto shape() {
    using Self = VectorIndex;
    return std::tuple(required("IndexName", &Self::index_name, kIndexName),
                      required("VectorAttribute", &Self::vector_attribute),
                      optional("SearchSchema", &Self::search_schema, Bounds{.min = 1}),
                      required("Projection", &Self::projection),
                      required("Dimensions", &Self::dimensions, kPositive),
                      required("DistanceFunction", &Self::distance_function));
  }
};

struct CreateVectorIndexAction {
  std::string index_name;
  VectorAttributeDefinition vector_attribute;
  std::optional<std::vector<SearchSchemaElement>> search_schema;
  Projection projection;
  std::int64_t dimensions = 0;
  VectorDistanceFunction distance_function{};

  static constexpr auto shape() {
    using Self = CreateVectorIndexAction;
    return std::tuple(required("IndexName", &Self::index_name, kIndexName),
                      required("VectorAttribute", &Self::vector_attribute),
                      optional("SearchSchema", &Self::search_schema, Bounds{.min = 1}),
                      required("Projection", &Self::projection),
                      required("Dimensions", &Self::dimensions, kPositive),
                      required("DistanceFunction", &Self::distance_function));
  }
};

struct DeleteVectorIndexAction {
  std::string index_name;

  static constexpr auto shape() {
    using Self = DeleteVectorIndexAction;
    return std::tuple(required("IndexName", &Self::index_name, kIndexName));
  }
};

struct VectorIndexUpdate {
  std::optional<CreateVectorIndexAction> create;
  std::optional<DeleteVectorIndexAction> delete_;  // NOLINT: `delete` is a word of C++.

  static constexpr auto shape() {
    using Self = VectorIndexUpdate;
    return std::tuple(optional("Create", &Self::create), optional("Delete", &Self::delete_));
  }
};

}  // namespace partita::api

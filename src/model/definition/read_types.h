#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "model/definition/attribute.h"
#include "model/definition/section_context.h"

namespace partita::model {

// Reads types and attributes. Types by name are read when they are first asked for, so they may
// stand in any order.
class TypeReader {
 public:
  explicit TypeReader(SectionContext& context) : context_(context) {}

  // All types of the section `types`.
  void read_all();

  // The type that this node tells: one of its own, or one by name. Never null.
  std::shared_ptr<const AttributeType> type_of(const Node& node);

  // The fields of a mixin or map type, for `include`; null and a finding if there is no such type.
  const Node* fields_of(std::string_view type_name, Place place);

 private:
  static constexpr std::size_t kTypesNestedMax = 32;

  std::shared_ptr<const AttributeType> named(std::string_view name, Place place);
  std::shared_ptr<const AttributeType> read_named(const Node::Member& member);
  std::shared_ptr<AttributeType> own(AttributeKind kind, const Node& node);
  void read_text_rules(const Node& node, AttributeType& type);
  void read_union(const Node& node, AttributeType& type);
  std::vector<Attribute> fields(const Node& map);
  bool is_named(std::string_view name) const;
  void refuse_empty_range(const Node& node, const Bounds& bounds);
  void refuse_misplaced_options(const Node& node, AttributeKind kind);

  SectionContext& context_;
  std::vector<std::string_view> open_;  // Names that are being read.
};

// Reads attributes: their types, and all options but formulas, which may name attributes behind
// them.
void read_attributes(const Node& map, std::string_view included_from, TypeReader& types,
                     SectionContext& context, std::vector<Attribute>& attributes);

// Reads the formulas of an attribute, whose node this is, and checks the names it uses.
// `attributes` are those it can name: all beside it, and itself.
void finish_attribute(const Node& node, const std::vector<Attribute>& attributes,
                      SectionContext& context, Attribute& attribute);

// Refuses formulas that need each other: `a` derived from `b`, which is derived from `a`.
void refuse_circles(const std::vector<Attribute>& attributes, SectionContext& context);

}  // namespace partita::model

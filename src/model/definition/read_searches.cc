#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <optional>

#include "model/definition/node_access.h"
#include "model/definition/search.h"
#include "model/definition/search_section.h"
#include "model/words/words.h"

namespace partita::model {
namespace {

constexpr double kWeightMax = 1000;

// What has words: texts, and lists or sets of them.
bool has_words(const AttributeType& type) {
  switch (type.kind) {
    case AttributeKind::String:
    case AttributeKind::Enum:
    case AttributeKind::Const:
    case AttributeKind::Any:
      return true;
    case AttributeKind::List:
    case AttributeKind::Set:
      return type.of == nullptr || has_words(*type.of);
    default:
      return false;
  }
}

// What a caller can ask a value of.
bool has_values(const AttributeType& type) {
  switch (type.kind) {
    case AttributeKind::Map:
    case AttributeKind::Union:
    case AttributeKind::Binary:
      return false;
    case AttributeKind::List:
    case AttributeKind::Set:
      return type.of == nullptr || has_values(*type.of);
    default:
      return true;
  }
}

void read_weight(const Node& node, SectionContext& context, SearchField& field) {
  const double weight =
      node.kind == Node::Kind::Number ? std::strtod(node.text.c_str(), nullptr) : 0;
  if (node.kind == Node::Kind::Number && weight > 0 && weight <= kWeightMax) {
    field.weight = weight;
    return;
  }
  context.refuse(kWrongForm, node.place,
                 fmt::format("the weight of `{}` is a number above 0 and at most {}, not {}",
                             field.attribute, kWeightMax, describe(node)));
}

void read_language(const Node& node, SectionContext& context, SearchField& field) {
  field.language = node.text;
  if (node.kind != Node::Kind::Text || !words::is_language(field.language)) {
    context.refuse_name("language", field.language, node.place, words::languages());
  }
}

void read_field_map(const Node& node, SectionContext& context, SearchField& field) {
  for (const Node::Member& member : node.members) {
    if (member.name == "weight") {
      read_weight(member.value, context, field);
    } else if (member.name == "language") {
      read_language(member.value, context, field);
    } else {
      context.refuse(kUnknownKey, member.place,
                     fmt::format("unknown key `{}` of a searched field; it has `weight` and "
                                 "`language`",
                                 member.name));
    }
  }
}

void read_field(const Node::Member& member, SectionContext& context, Search& search) {
  SearchField field;
  field.attribute = member.name;
  field.place = member.place;
  if (member.value.kind == Node::Kind::Map) {
    read_field_map(member.value, context, field);
  } else {
    read_weight(member.value, context, field);
  }
  if (search.of != nullptr) {
    context.check_attributes(*search.of, {field.attribute}, field.place);
    const Attribute* attribute = search.of->find_attribute(field.attribute);
    if (attribute != nullptr && !has_words(*attribute->type)) {
      context.refuse(kWrongForm, field.place,
                     fmt::format("`{}` is a {}, which has no words; texts and lists of texts are "
                                 "searched",
                                 field.attribute, name_of(attribute->type->kind)));
    }
  }
  search.fields.push_back(std::move(field));
}

void read_fields(const Node& node, SectionContext& context, Search& search) {
  const Node* fields = node.find("fields");
  if (fields == nullptr) return;
  if (fields->kind != Node::Kind::Map || fields->members.empty() ||
      fields->members.size() > Search::kFieldsMax) {
    context.refuse(kWrongForm, fields->place,
                   fmt::format("`fields` has 1 to {} attributes, each with its weight, as in "
                               "{{name: 3, bio: 1}}",
                               Search::kFieldsMax));
    return;
  }
  for (const Node::Member& member : fields->members) read_field(member, context, search);
}

void read_prefix(const Node& node, SectionContext& context, Search& search) {
  const Node* prefix = node.find("prefix");
  if (prefix == nullptr) return;
  const bool is_for_all = prefix->kind == Node::Kind::Bool && prefix->boolean();
  for (SearchField& field : search.fields) field.has_prefixes = is_for_all;
  std::vector<std::string_view> known;
  for (const SearchField& field : search.fields) known.push_back(field.attribute);
  for (const Node& element : prefix->elements) {
    const auto field = std::ranges::find(search.fields, element.text, &SearchField::attribute);
    if (field == search.fields.end()) {
      context.refuse_name("searched field", element.text, element.place, known);
    } else {
      field->has_prefixes = true;
    }
  }
}

std::vector<std::string> read_values(const Node& node, std::string_view name,
                                     SectionContext& context, const Search& search) {
  const auto names = texts_at(node, name);
  if (search.of == nullptr || names.empty()) return names;
  context.check_attributes(*search.of, names, place_at(node, name));
  for (const std::string& each : names) {
    const Attribute* attribute = search.of->find_attribute(each);
    if (attribute != nullptr && !has_values(*attribute->type)) {
      context.refuse(kWrongForm, place_at(node, name),
                     fmt::format("`{}` is a {}, of which no value can be asked for", each,
                                 name_of(attribute->type->kind)));
    }
  }
  if (names.size() > Search::kFiltersMax) {
    context.refuse(kWrongForm, place_at(node, name),
                   fmt::format("`{}` has at most {} attributes", name, Search::kFiltersMax));
  }
  return names;
}

// A caller gives these names beside `q`.
void check_filter_names(const Node& node, SectionContext& context, const Search& search) {
  for (const std::string_view taken :
       {"q", "match", "facets", "partial", "limit", "page", "typed"}) {
    if (std::ranges::find(search.filters, taken) == search.filters.end()) continue;
    context.refuse(
        kWrongForm, place_at(node, "filters"),
        fmt::format("`{}` cannot be a filter: a search has a parameter of that name", taken));
  }
}

Search read_search(const Model& model, const RawElement& element, SectionContext& context) {
  const Node& node = element.content;
  Search search;
  search.name = element.name;
  search.of = model.find_entity(text_at(node, "of"));
  read_fields(node, context, search);
  read_prefix(node, context, search);
  const auto typos = count_at(node, "typos");
  if (typos && *typos > 1) {
    context.refuse(kWrongForm, place_at(node, "typos"),
                   "`typos` is 0 or 1: how many letters of a word may be wrong");
  }
  search.allows_typos = typos.value_or(1) != 0;
  search.filters = read_values(node, "filters", context, search);
  search.facets = read_values(node, "facets", context, search);
  check_filter_names(node, context, search);
  return search;
}

}  // namespace

void check_searches(SectionContext& context) {
  for (const RawElement& element : context.model.searches) {
    read_search(context.model, element, context);
  }
}

// The reader has told what is wrong with it.
Search search_of(const Model& model, const RawElement& element) {
  FindingList ignored;
  Model scratch;
  SectionContext context{element.content, scratch, ignored};
  return read_search(model, element, context);
}

const RawElement* find_search(const Model& model, std::string_view name) {
  const auto found = std::ranges::find(model.searches, name, &RawElement::name);
  return found == model.searches.end() ? nullptr : &*found;
}

}  // namespace partita::model

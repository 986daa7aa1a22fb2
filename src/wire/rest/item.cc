#include "wire/rest/item.h"

#include <algorithm>

#include "model/definition/entity_attributes.h"
#include "wire/protocol/attribute_json.h"
#include "wire/rest/json.h"

namespace partita::rest {
namespace {

using model::Attribute;
using model::AttributeType;
using protocol::JsonSink;

constexpr std::string_view kMask = "•••";

bool holds_secrets(const AttributeType& type);

bool is_secret(const Attribute& attribute) {
  return attribute.is_hidden || attribute.is_sensitive || holds_secrets(*attribute.type);
}

// Somewhere inside of its values.
bool holds_secrets(const AttributeType& type) {
  if (std::any_of(type.fields.begin(), type.fields.end(), is_secret)) return true;
  if (type.of != nullptr && holds_secrets(*type.of)) return true;
  return std::any_of(type.cases.begin(), type.cases.end(), [](const model::UnionCase& each) {
    return std::any_of(each.fields.begin(), each.fields.end(), is_secret);
  });
}

// The field of that name if it is not simply shown. What is secret in one case of a union is so in
// all: which case an item is of may have changed under it.
const Attribute* find_secret(const AttributeType& type, std::string_view name) {
  const auto search = [&](const std::vector<Attribute>& fields) -> const Attribute* {
    const Attribute* field = model::find_attribute(fields, name);
    return field != nullptr && is_secret(*field) ? field : nullptr;
  };
  if (const Attribute* field = search(type.fields)) return field;
  for (const model::UnionCase& each : type.cases) {
    if (const Attribute* field = search(each.fields)) return field;
  }
  return nullptr;
}

void put_value(JsonSink& sink, const ValueView& value, JsonForm form) {
  if (form == JsonForm::Typed) return protocol::put_json(sink, value);
  put_plain_json(sink, value);
}

void put_mask(JsonSink& sink, JsonForm form) {
  if (form == JsonForm::Typed) sink.raw(R"({"S":)");
  sink.string(kMask);
  if (form == JsonForm::Typed) sink.raw('}');
}

// Names and values with commas between them.
class Members {
 public:
  explicit Members(JsonSink& sink) : sink_(sink) {}

  void name(std::string_view text) {
    if (!is_first_) sink_.raw(',');
    is_first_ = false;
    sink_.string(text);
    sink_.raw(':');
  }

 private:
  JsonSink& sink_;
  bool is_first_ = true;
};

// Values of a type that holds secrets.
class SecretValue {
 public:
  SecretValue(JsonSink& sink, JsonForm form) : sink_(sink), form_(form) {}

  void put(const ValueView& value, const AttributeType& type) {
    if (value.type() == ValueType::M) return put_map(value.map(), type);
    if (value.type() == ValueType::L && type.of != nullptr) return put_list(value.list(), *type.of);
    put_value(sink_, value, form_);
  }

 private:
  void open(std::string_view typed, char bracket) {
    if (form_ == JsonForm::Typed) sink_.raw(typed);
    sink_.raw(bracket);
  }
  void close(char bracket) {
    sink_.raw(bracket);
    if (form_ == JsonForm::Typed) sink_.raw('}');
  }

  void put_map(const MapView& map, const AttributeType& type) {
    Members members(sink_);
    open(R"({"M":)", '{');
    for (const MemberView& member : map) {
      const Attribute* field = find_secret(type, member.name);
      if (field != nullptr && field->is_hidden) continue;
      members.name(member.name);
      if (field == nullptr) {
        put_value(sink_, member.value, form_);
      } else if (field->is_sensitive) {
        put_mask(sink_, form_);
      } else {
        put(member.value, *field->type);
      }
    }
    close('}');
  }

  void put_list(const ListView& list, const AttributeType& of) {
    bool is_first = true;
    open(R"({"L":)", '[');
    for (const ValueView& element : list) {
      if (!is_first) sink_.raw(',');
      is_first = false;
      put(element, of);
    }
    close(']');
  }

  JsonSink& sink_;
  const JsonForm form_;
};

}  // namespace

std::vector<std::string> secrets_of(const model::Entity& entity) {
  std::vector<std::string> names;
  for (const Attribute& attribute : entity.attributes) {
    if (is_secret(attribute)) names.push_back(attribute.name);
  }
  return names;
}

ItemPresenter::ItemPresenter(const model::Entity& entity) {
  for (const Attribute& attribute : entity.attributes) {
    if (attribute.is_hidden) {
      add(attribute.name, Treatment::Hide);
    } else if (attribute.is_sensitive) {
      add(attribute.name, Treatment::Mask);
    } else if (holds_secrets(*attribute.type)) {
      add(attribute.name, Treatment::LookInside, attribute.type.get());
    }
  }
  for (const std::string& key : model::made_keys(entity)) add(key, Treatment::MadeKey);
  std::sort(specials_.begin(), specials_.end(),
            [](const Special& left, const Special& right) { return left.name < right.name; });
}

void ItemPresenter::add(std::string_view name, Treatment treatment, const AttributeType* type) {
  specials_.push_back({.name = std::string(name), .treatment = treatment, .type = type});
}

const ItemPresenter::Special* ItemPresenter::find(std::string_view name) const {
  const auto at = std::lower_bound(
      specials_.begin(), specials_.end(), name,
      [](const Special& special, std::string_view wanted) { return special.name < wanted; });
  return at != specials_.end() && at->name == name ? &*at : nullptr;
}

void ItemPresenter::put(JsonSink& sink, const ItemView& item, JsonForm form) const {
  Members members(sink);
  sink.raw('{');
  for (const MemberView& attribute : item.attributes()) {
    const Special* special = find(attribute.name);
    if (special == nullptr) {
      members.name(attribute.name);
      put_value(sink, attribute.value, form);
      continue;
    }
    const bool is_left_out = special->treatment == Treatment::Hide ||
                             (special->treatment == Treatment::MadeKey && form == JsonForm::Plain);
    if (is_left_out) continue;
    members.name(attribute.name);
    if (special->treatment == Treatment::Mask) {
      put_mask(sink, form);
    } else if (special->treatment == Treatment::LookInside) {
      SecretValue(sink, form).put(attribute.value, *special->type);
    } else {
      put_value(sink, attribute.value, form);
    }
  }
  sink.raw('}');
}

void put_unmodelled(JsonSink& sink, const ItemView& item, JsonForm form) {
  Members members(sink);
  sink.raw('{');
  for (const MemberView& attribute : item.attributes()) {
    members.name(attribute.name);
    put_value(sink, attribute.value, form);
  }
  sink.raw('}');
}

}  // namespace partita::rest

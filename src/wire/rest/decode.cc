#include "wire/rest/decode.h"

#include <fmt/format.h>

#include <utility>
#include <vector>

#include "language/value/json_text.h"
#include "model/exports/wording.h"
#include "modelled/enforcement/model_rules.h"
#include "modelled/serving/failure.h"
#include "wire/protocol/attribute_reader.h"
#include "wire/rest/body.h"

namespace partita::rest {
namespace {

using serving::FailureKind;

Error bad_items(std::string message) {
  return serving::failure(FailureKind::BadBody, std::move(message));
}

// The items of {"Items": [..]}; other members are refused.
class ItemsReader {
 public:
  Result<std::vector<api::ItemInput>> read(ByteView body) {
    protocol::JsonObject root;
    const bool is_read =
        reader_.open(body, root) &&
        reader_.each_member(root, [&](auto name, auto v) { return read_member(name, v); }) &&
        reader_.close();
    if (is_read) return std::move(items_);
    if (!trouble_.empty()) return bad_items(std::move(trouble_));
    return bad_items("the body is {\"Items\": [..]}, with items in DynamoDB's JSON");
  }

 private:
  bool read_member(std::string_view name, protocol::JsonValue value) {
    if (name != "Items") return false;
    protocol::JsonArray elements;
    return reader_.list(value, elements) &&
           reader_.each_element(elements, [&](auto element) { return read_element(element); });
  }

  bool read_element(protocol::JsonValue element) {
    if (items_.size() == kDecodedItemsMax) {
      trouble_ = fmt::format("at most {} items are decoded at once", kDecodedItemsMax);
      return false;
    }
    api::ItemInput item;
    if (!protocol::read_item(reader_, element, item)) return false;
    const Status status = item.check();
    if (!status.ok()) {
      trouble_ = status.error().message();
      return false;
    }
    items_.push_back(std::move(item));
    return true;
  }

  protocol::JsonReader reader_;
  std::vector<api::ItemInput> items_;
  std::string trouble_;
};

void write_id(JsonText& json, const model::Entity& entity, const Item& known) {
  const Value* id = known.find(entity.id_attribute());
  json.name("id");
  if (id == nullptr) return json.null();
  json.string(exports::plain_text(*id));
}

// What the variables of the entity's key templates are.
void write_variables(JsonText& json, const model::Entity& entity, const Item& known) {
  for (const model::DerivedKey& key : entity.row.keys) {
    for (const model::TemplatePart& part : key.key.parts()) {
      if (!part.variable || !part.variable->is_reversible()) continue;
      const Value* value = known.find(part.variable->name);
      if (value == nullptr) continue;
      json.name(part.variable->name);
      json.value(*value);
    }
  }
}

void write_unknown(JsonText& json) {
  json.name("entity");
  json.null();
  json.flag("own", false);
  json.name("id");
  json.null();
  json.object("variables");
  json.close_object();
}

void write_decoded(JsonText& json, const enforcement::ModelRules* rules, const ItemView& item) {
  const model::Entity* entity = rules == nullptr ? nullptr : rules->rules().entity_of(item);
  json.open_object();
  if (entity == nullptr) {
    write_unknown(json);
  } else {
    const Item known = rules->rules().parse_key(item);
    json.member("entity", entity->name);
    json.flag("own", rules->rules().owner_of(item) != nullptr);
    write_id(json, *entity, known);
    json.object("variables");
    write_variables(json, *entity, known);
    json.close_object();
  }
  json.close_object();
}

}  // namespace

Result<std::string> decoded_document(const catalog::Catalog& catalog, std::string_view table_name,
                                     const protocol::HttpRequest& request) {
  const auto table = catalog.find(table_name);
  if (table == nullptr) {
    return serving::failure(FailureKind::NotFound,
                            fmt::format("there is no table `{}`", table_name));
  }
  Bytes decoded;
  const ByteView body = TRY(read_body(request, BodyForm::Json, decoded));
  const auto items = TRY(ItemsReader().read(body));
  const auto* rules = enforcement::model_rules_of(*table);
  JsonText json(JsonLayout::Compact);
  json.open_object();
  json.array("items");
  for (const auto& item : items) write_decoded(json, rules, item.view());
  json.close_array();
  json.close_object();
  return std::move(json).take();
}

}  // namespace partita::rest

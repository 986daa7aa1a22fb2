#include "wire/rest/item_changes.h"

#include <fmt/format.h>

#include <utility>

#include "model/formula/timestamp.h"
#include "modelled/serving/failure.h"
#include "partita/base/base64.h"
#include "partita/value/encoded_item.h"
#include "store/items/item_key.h"
#include "wire/protocol/attribute_json.h"
#include "wire/protocol/request_id.h"
#include "wire/protocol/sigv4_claim.h"
#include "wire/rest/json.h"

namespace partita::rest {
namespace {

using serving::FailureKind;

constexpr std::string_view kHiddenValue = "•••";

// The value in {"S":"7"}, which is how DynamoDB writes it; otherwise the value itself. A key is
// never a map, so nothing can be mistaken for the other.
const Value& untagged(const catalog::KeyAttribute& attribute, const Value& given) {
  if (given.type() != ValueType::M || given.map().size() != 1) return given;
  const auto& [tag, value] = *given.map().begin();
  return tag.size() == 1 && tag[0] == static_cast<char>(attribute.type) ? value : given;
}

// A key attribute as its table wants it: JSON has no binaries, and numbers may come as texts.
Result<Value> key_value(const catalog::KeyAttribute& attribute, const Value& written) {
  const Value& given = untagged(attribute, written);
  const bool is_text = given.type() == ValueType::S;
  switch (attribute.type) {
    case keys::KeyValueType::String:
      break;
    case keys::KeyValueType::Number:
      if (is_text) return Value(TRY(Number::parse(given.string())));
      break;
    case keys::KeyValueType::Binary:
      if (is_text) return Value(Binary{TRY(base64_decode(given.string()))});
      break;
  }
  return given;
}

// The names of all attributes that some entity of the table does not simply show.
std::set<std::string, std::less<>> secret_names(const RestRoutes& routes, std::string_view table) {
  std::set<std::string, std::less<>> names;
  const RestModel* model = routes.find_model_of_table(table);
  if (model == nullptr) return names;
  for (const model::Entity& entity : model->model().entities) {
    if (entity.table == nullptr || entity.table->name != table) continue;
    for (const std::string& name : secrets_of(entity)) names.insert(name);
  }
  return names;
}

Item item_of(const std::optional<Bytes>& image) {
  return image ? ItemView::from_valid(*image).to_item() : Item{};
}

}  // namespace

std::string moment_text(std::int64_t milliseconds) {
  std::string text;
  model::append_timestamp(text, model::Instant(model::Duration(milliseconds)),
                          model::TimestampEncoding::Rfc3339Ms);
  return text;
}

Result<std::int64_t> moment_of(std::string_view name, const std::string& text) {
  const auto instant = model::parse_rfc3339(text);
  if (instant) return instant->time_since_epoch().count();
  return serving::failure(
      FailureKind::BadArgument,
      fmt::format("{}: `{}` is no date and time such as 2026-11-16T10:00:00Z", name, text));
}

Result<Bytes> key_of_json(const catalog::Table& table, std::string_view json) {
  constexpr int kLevelsMax = 2;
  const auto parsed = parse_plain_json(json, kLevelsMax);
  if (!parsed.ok()) {
    return serving::failure(FailureKind::BadArgument,
                            R"(the key is no object in JSON such as {"id":"7"})");
  }
  const Item& given = *parsed;
  Item key;
  for (const auto& [name, value] : given) {
    const catalog::KeyAttribute* attribute = table.key.find(name);
    key.set(name, attribute == nullptr ? value : TRY(key_value(*attribute, value)));
  }
  return items::key_of_argument(table, EncodedItem(key).view());
}

Result<catalog::TablePointer> find_recorded_table(const catalog::Catalog& catalog,
                                                  const std::string& name) {
  auto table = catalog.find(name);
  if (!table) {
    return serving::failure(FailureKind::NotFound, fmt::format("there is no table `{}`", name));
  }
  if (table->keeps_history()) return table;
  return serving::failure(
      FailureKind::BadArgument,
      fmt::format("point-in-time recovery of table {} is off, so nothing is known of its past",
                  name));
}

ChangeWriter::ChangeWriter(const RestRoutes& routes, std::string_view table, JsonText& json,
                           JsonForm form)
    : secrets_(secret_names(routes, table)), json_(json), form_(form) {}

void ChangeWriter::write_attributes(const std::optional<Bytes>& before,
                                    const std::optional<Bytes>& after) {
  const Item old = item_of(before);
  const Item now = item_of(after);
  json_.array("attributes");
  for (const auto& [name, value] : old) {
    const Value* changed = now.find(name);
    if (changed == nullptr || !(*changed == value)) write_attribute(name, &value, changed);
  }
  for (const auto& [name, value] : now) {
    if (old.find(name) == nullptr) write_attribute(name, nullptr, &value);
  }
  json_.close_array();
}

void ChangeWriter::write_key(const catalog::Table& table, const Bytes& image) {
  const Item item = item_of(image);
  json_.name("key");
  json_.open_object();
  for (const auto& [name, value] : item) {
    if (table.key.find(name) != nullptr) write_value(name, name, &value);
  }
  json_.close_object();
}

void ChangeWriter::write_author(const history::ItemVersion& version) {
  if (version.author == history::Author::Kind::Unknown) return;
  json_.member("by", name_of(version.author));
  if (!version.access_key.empty()) {
    json_.member("access_key", protocol::printable(version.access_key));
  }
  if (version.request != 0) json_.member("request", protocol::request_prefix(version.request));
}

void ChangeWriter::write_attribute(std::string_view name, const Value* before, const Value* after) {
  json_.open_object();
  json_.member("name", name);
  write_value("before", name, before);
  write_value("after", name, after);
  json_.close_object();
}

void ChangeWriter::write_value(std::string_view member, std::string_view name, const Value* value) {
  if (value == nullptr) return;
  const bool is_secret = secrets_.contains(name);
  if (form_ == JsonForm::Plain) {
    if (is_secret) return json_.member(member, kHiddenValue);
    json_.name(member);
    return json_.value(*value);
  }
  const Value mask(std::string{kHiddenValue});
  const Item one{{std::string(name), is_secret ? mask : *value}};
  const EncodedItem encoded(one);
  std::string typed;
  protocol::append_json(typed, *encoded.view().find(name));
  json_.name(member);
  json_.raw(typed);
}

}  // namespace partita::rest

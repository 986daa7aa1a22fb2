#include "model/lint/request.h"

#include <algorithm>
#include <utility>

#include "model/definition/node_access.h"
#include "model/definition/plain_value.h"

namespace partita::lint {
namespace {

// The members of a transaction and the operations they are like.
constexpr std::pair<std::string_view, std::string_view> kMemberOperations[] = {
    {"Put", "PutItem"}, {"Update", "UpdateItem"}, {"Delete", "DeleteItem"}};

void place_in_table(const model::Model& model, Request& request) {
  request.table = model.find_table_named(request.text("TableName"));
  if (request.table == nullptr) return;
  const std::string index = request.text("IndexName");
  if (!index.empty()) request.index = request.table->find_index(index);
}

void add_members(const model::Model& model, const Request& transaction,
                 std::vector<Request>& requests) {
  for (const auto& element : model::elements_at(*transaction.parameters, "TransactItems")) {
    for (const auto& [member, operation] : kMemberOperations) {
      const model::Node* parameters = element.find(member);
      if (parameters == nullptr) continue;
      Request request = transaction;
      request.operation = operation;
      request.parameters = parameters;
      place_in_table(model, request);
      requests.push_back(std::move(request));
    }
  }
}

bool is_matched(const model::Entity& entity, const Item& item) {
  if (entity.matches_all) return true;
  if (entity.match.empty()) return false;
  return std::all_of(entity.match.begin(), entity.match.end(), [&](const auto& match) {
    const Value* value = item.find(match.attribute);
    return value != nullptr &&
           std::find(match.values.begin(), match.values.end(), *value) != match.values.end();
  });
}

bool has_key_of(const model::Entity& entity, const Item& item) {
  return std::all_of(entity.row.keys.begin(), entity.row.keys.end(), [&](const auto& key) {
    const Value* value = item.find(key.name);
    return value != nullptr && value->type() == ValueType::S && key.key.matches(value->string());
  });
}

}  // namespace

std::string Request::text(std::string_view parameter) const {
  const model::Node* node = parameters->find(parameter);
  return node != nullptr && node->is_scalar() ? node->text : std::string();
}

Result<Item> Request::item(std::string_view parameter) const {
  const model::Node* node = parameters->find(parameter);
  if (node == nullptr) return Item{};
  if (is_typed) return model::typed_item(*node);
  std::vector<Map::Member> members;
  for (const auto& member : node->members) {
    members.push_back({member.name, model::plain_value(member.value)});
  }
  return Item(std::move(members));
}

std::vector<Request> requests_of(const model::Model& model) {
  std::vector<Request> requests;
  for (const auto& element : model.requests) {
    Request request;
    request.name = element.name;
    request.place = element.notes.place;
    request.operation = model::text_at(element.content, "operation");
    request.is_typed = model::text_at(element.content, "client") == "typed";
    request.parameters = element.content.find("parameters");
    if (request.parameters == nullptr) continue;
    place_in_table(model, request);
    if (request.operation == "TransactWriteItems") add_members(model, request, requests);
    requests.push_back(std::move(request));
  }
  std::erase_if(requests, [](const Request& request) { return request.table == nullptr; });
  return requests;
}

const model::Entity* entity_of(const model::Model& model, const model::Table& table,
                               const Item& item) {
  for (const auto& entity : model.entities) {
    if (entity.table == &table && (is_matched(entity, item) || has_key_of(entity, item))) {
      return &entity;
    }
  }
  return nullptr;
}

Status RequestPlaceholders::load(const Request& request) {
  for (const auto& member : model::members_at(*request.parameters, "ExpressionAttributeNames")) {
    const std::string& key = texts_.emplace_back(member.name);
    const std::string& name = texts_.emplace_back(member.value.text);
    TRY(placeholders_.add_name(key, name));
  }
  auto item = TRY(request.item("ExpressionAttributeValues"));
  for (const auto& [name, value] : item) {
    const std::string& key = texts_.emplace_back(name);
    const EncodedValue& encoded = values_.emplace_back(value);
    TRY(placeholders_.add_value(key, encoded.view()));
  }
  return {};
}

}  // namespace partita::lint

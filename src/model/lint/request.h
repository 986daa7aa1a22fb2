#pragma once

#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "language/expression/key_condition.h"
#include "language/expression/placeholders.h"
#include "model/definition/model.h"
#include "partita/base/result.h"
#include "partita/value/encoded_item.h"

namespace partita::lint {

// A request of a program, from the section `requests`. The members of a transaction are requests of
// their own.
struct Request {
  std::string name;
  model::Place place;
  std::string operation;  // "Query", "PutItem"
  bool is_typed = false;  // Values are DynamoDB's JSON, not plain.
  const model::Node* parameters = nullptr;
  const model::Table* table = nullptr;
  const model::Index* index = nullptr;  // If it names one.

  // The parameter as a text; empty if it is not there.
  std::string text(std::string_view parameter) const;
  // The parameter as an item: Key, Item, ExpressionAttributeValues.
  Result<Item> item(std::string_view parameter) const;
};

// All requests to tables of the model. Those to other tables cannot be judged.
std::vector<Request> requests_of(const model::Model& model);

// The entity that an item or a key of the table belongs to, or null.
const model::Entity* entity_of(const model::Model& model, const model::Table& table,
                               const Item& item);

// The placeholders of a request, with the bytes that they view.
class RequestPlaceholders {
 public:
  RequestPlaceholders() = default;
  RequestPlaceholders(const RequestPlaceholders&) = delete;
  RequestPlaceholders& operator=(const RequestPlaceholders&) = delete;

  // ERRORS: InvalidArgument in DynamoDB's words.
  Status load(const Request& request);
  const expression::Placeholders& placeholders() const { return placeholders_; }

 private:
  std::deque<EncodedValue> values_;
  std::deque<std::string> texts_;
  expression::Placeholders placeholders_;
};

}  // namespace partita::lint

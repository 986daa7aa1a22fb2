#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "language/value/json_text.h"
#include "partita/base/bytes.h"
#include "partita/base/result.h"
#include "store/catalog/catalog.h"
#include "store/catalog/table.h"
#include "store/history/versions.h"
#include "wire/rest/item.h"
#include "wire/rest/routes.h"

// Changes of items as they are told to people.
namespace partita::rest {

// 2026-11-16T10:00:00.000Z
std::string moment_text(std::int64_t milliseconds);
// A parameter that is such a moment.   ERRORS: Failure BadArgument.
Result<std::int64_t> moment_of(std::string_view name, const std::string& text);

// The stored key that JSON stands for: plain, {"id":"7"}, or as DynamoDB writes it,
// {"id":{"S":"7"}}. ERRORS: InvalidArgument.
Result<Bytes> key_of_json(const catalog::Table& table, std::string_view json);

// The table of that name, if it keeps its history.   ERRORS: Failure NotFound, BadArgument.
Result<catalog::TablePointer> find_recorded_table(const catalog::Catalog& catalog,
                                                  const std::string& name);

// Writes how items differ, and who has changed them. What a model calls sensitive or hidden is
// masked.
class ChangeWriter {
 public:
  // REQUIRES: `json` outlives this.
  ChangeWriter(const RestRoutes& routes, std::string_view table, JsonText& json,
               JsonForm form = JsonForm::Plain);

  // "attributes": [{"name": .., "before": .., "after": ..}], of those that differ.
  void write_attributes(const std::optional<Bytes>& before, const std::optional<Bytes>& after);
  // "key": {..}, of an item of the table.
  void write_key(const catalog::Table& table, const Bytes& image);
  // "by": "client", "access_key": .., "request": .., as far as it is known.
  void write_author(const history::ItemVersion& version);

 private:
  void write_attribute(std::string_view name, const Value* before, const Value* after);
  void write_value(std::string_view member, std::string_view name, const Value* value);

  std::set<std::string, std::less<>> secrets_;
  JsonText& json_;
  const JsonForm form_;
};

}  // namespace partita::rest

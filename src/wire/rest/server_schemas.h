#pragma once

#include <span>
#include <string_view>

namespace partita::rest {

// A member of an object. Its type is a type of JSON Schema ("string"), or
//   date       a text with a date and a time       strings   an array of texts
//   texts      an object whose values are texts    [Name]    an array of what that schema says
//   a|b        one of these texts
// with a question mark behind it if null is allowed.
struct SchemaField {
  std::string_view name;
  std::string_view type;
  bool is_required = true;
};

struct ServerSchema {
  std::string_view name;
  std::span<const SchemaField> fields;
  std::string_view base = {};  // A schema that holds, too.
};

// Returns the schemas of what the server's own routes (server_routes.h) take and answer.
std::span<const ServerSchema> server_schemas();

}  // namespace partita::rest

#include "wire/rest/models_openapi.h"

#include <fmt/format.h>

#include <cctype>
#include <vector>

#include "language/value/json_text.h"
#include "model/definition/read_model.h"
#include "model/exports/openapi_security.h"
#include "wire/rest/server_routes.h"
#include "wire/rest/server_schemas.h"

namespace partita::rest {
namespace {

std::vector<std::string> choices_in(std::string_view type) {
  std::vector<std::string> choices;
  for (std::size_t end = type.find('|'); end != type.npos; end = type.find('|')) {
    choices.emplace_back(type.substr(0, end));
    type.remove_prefix(end + 1);
  }
  choices.emplace_back(type);
  return choices;
}

class DocumentWriter {
 public:
  std::string write() {
    json_.open_object();
    json_.member("openapi", "3.1.0");
    json_.object("info");
    json_.member("title", "Models of a database");
    json_.member("version", "1");
    json_.member("description",
                 "Which models there are, and how to change them; what goes on behind requests.");
    json_.object("license");
    json_.member("name", "Apache-2.0");
    json_.member("identifier", "Apache-2.0");
    json_.close_object();
    json_.close_object();
    json_.array("servers");
    json_.open_object();
    json_.member("url", "/");
    json_.close_object();
    json_.close_array();
    exports::write_security(json_);
    write_paths();
    json_.object("components");
    json_.object("schemas");
    for (const ServerSchema& schema : server_schemas()) write_schema(schema);
    json_.close_object();
    exports::write_security_schemes(json_);
    json_.close_object();
    json_.close_object();
    return std::move(json_).take();
  }

 private:
  // Routes of one path stand together.
  void write_paths() {
    std::string_view path;
    json_.object("paths");
    for (const ServerRoute& route : server_routes()) {
      if (route.path != path) {
        if (!path.empty()) json_.close_object();
        json_.object(route.path);
        path = route.path;
      }
      write_route(route);
    }
    json_.close_object();
    json_.close_object();
  }

  void write_route(const ServerRoute& route) {
    std::string method(route.method);
    for (char& c : method) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    json_.object(method);
    json_.member("operationId", route.operation);
    json_.member("summary", route.summary);
    write_parameters(route);
    if (route.takes_model_file || route.takes_faults) write_model_file();
    if (route.takes_items) write_items();
    json_.object("responses");
    write_response("200", route.answer_detail, "application/json", route.answer);
    for (const int status : route.refusals) write_refusal(fmt::to_string(status));
    // A request that is not signed as it must be, is too large or has a wrong form.
    write_refusal("4XX");
    json_.close_object();
    json_.close_object();
  }

  void write_refusal(std::string_view status) {
    write_response(status, "Why not (RFC 9457).", "application/problem+json", "Problem");
  }

  void write_parameters(const ServerRoute& route) {
    std::size_t open = route.path.find('{');
    if (open == route.path.npos && route.query.empty()) return;
    json_.array("parameters");
    for (; open != route.path.npos; open = route.path.find('{', open + 1)) {
      const auto name = route.path.substr(open + 1, route.path.find('}', open) - open - 1);
      begin_parameter(name, "path", true);
      write_named_type("schema", "string");
      json_.close_object();
    }
    for (const RouteParameter& parameter : route.query) write_parameter(parameter);
    json_.close_array();
  }

  void begin_parameter(std::string_view name, std::string_view place, bool is_required) {
    json_.open_object();
    json_.member("name", name);
    json_.member("in", place);
    if (is_required) json_.flag("required");
  }

  void write_parameter(const RouteParameter& parameter) {
    begin_parameter(parameter.name, "query", parameter.is_required);
    if (!parameter.description.empty()) json_.member("description", parameter.description);
    if (parameter.form == RouteParameter::Form::Params) {
      json_.member("style", "form");
      json_.flag("explode");
    }
    json_.object("schema");
    write_form(parameter);
    json_.close_object();
    json_.close_object();
  }

  void write_form(const RouteParameter& parameter) {
    if (parameter.form == RouteParameter::Form::Params) {
      json_.member("type", "object");
      json_.object("propertyNames");
      json_.member("pattern", "^param\\.");
      json_.close_object();
      write_named_type("additionalProperties", "string");
    } else if (parameter.form == RouteParameter::Form::Flag) {
      json_.array("enum");
      json_.number(0);
      json_.number(1);
      json_.close_array();
    } else if (!parameter.choices.empty()) {
      json_.strings("enum",
                    std::vector<std::string>(parameter.choices.begin(), parameter.choices.end()));
    } else {
      json_.member("type", "string");
      if (!parameter.fallback.empty()) json_.member("default", parameter.fallback);
    }
  }

  void write_model_file() {
    json_.object("requestBody");
    json_.flag("required");
    json_.object("content");
    json_.object("application/yaml");
    json_.object("schema");
    json_.member("type", "string");
    json_.member("maxLength", model::kModelBytesMax);
    json_.close_object();
    json_.close_object();
    json_.object("application/json");
    write_reference("schema", "Object");
    json_.close_object();
    json_.close_object();
    json_.close_object();
  }

  void write_items() {
    json_.object("requestBody");
    json_.flag("required");
    json_.object("content");
    json_.object("application/json");
    write_reference("schema", "Items");
    json_.close_object();
    json_.close_object();
    json_.close_object();
  }

  void write_response(std::string_view status, std::string_view description,
                      std::string_view media_type, std::string_view schema) {
    json_.object(status);
    json_.member("description", description);
    json_.object("content");
    json_.object(media_type);
    write_reference("schema", schema);
    json_.close_object();
    json_.close_object();
    json_.close_object();
  }

  void write_reference(std::string_view name, std::string_view schema) {
    json_.object(name);
    json_.member("$ref", fmt::format("#/components/schemas/{}", schema));
    json_.close_object();
  }

  void write_schema(const ServerSchema& schema) {
    json_.object(schema.name);
    json_.member("type", "object");
    if (!schema.base.empty()) {
      json_.array("allOf");
      json_.open_object();
      json_.member("$ref", fmt::format("#/components/schemas/{}", schema.base));
      json_.close_object();
      json_.close_array();
    }
    if (!schema.fields.empty()) write_fields(schema.fields);
    json_.close_object();
  }

  void write_fields(std::span<const SchemaField> fields) {
    json_.array("required");
    for (const SchemaField& field : fields) {
      if (field.is_required) json_.string(field.name);
    }
    json_.close_array();
    json_.object("properties");
    for (const SchemaField& field : fields) write_named_type(field.name, field.type);
    json_.close_object();
  }

  void write_named_type(std::string_view name, std::string_view type) {
    json_.object(name);
    const bool may_be_null = type.ends_with('?');
    if (may_be_null) type.remove_suffix(1);
    if (type.starts_with('[')) {
      json_.member("type", "array");
      write_reference("items", type.substr(1, type.size() - 2));
    } else if (type.find('|') != type.npos) {
      json_.strings("enum", choices_in(type));
    } else if (type == "strings") {
      json_.member("type", "array");
      write_named_type("items", "string");
    } else if (type == "integers") {
      json_.member("type", "array");
      write_named_type("items", "integer");
    } else if (type == "texts") {
      json_.member("type", "object");
      write_named_type("additionalProperties", "string");
    } else {
      write_plain_type(type, may_be_null);
    }
    json_.close_object();
  }

  void write_plain_type(std::string_view type, bool may_be_null) {
    const std::string_view plain = type == "date" ? "string" : type;
    if (may_be_null) {
      json_.strings("type", {std::string(plain), "null"});
    } else {
      json_.member("type", plain);
    }
    if (type == "date") json_.member("format", "date-time");
  }

  JsonText json_;
};

}  // namespace

std::string models_openapi() { return DocumentWriter().write(); }

}  // namespace partita::rest

#include "model/exports/openapi_security.h"

namespace partita::exports {
namespace {

constexpr std::string_view kScheme = "signature";

}  // namespace

void write_security(JsonText& json) {
  json.array("security");
  json.open_object();
  json.array(kScheme);
  json.close_array();
  json.close_object();
  json.open_object();
  json.close_object();
  json.close_array();
}

void write_security_schemes(JsonText& json) {
  json.object("securitySchemes");
  json.object(kScheme);
  json.member("type", "apiKey");
  json.member("in", "header");
  json.member("name", "Authorization");
  json.member("description",
              "AWS Signature Version 4 for the service `dynamodb`. Required if the server has "
              "access keys.");
  // AWS: "x-amazon-apigateway-authtype" tells generators of clients that they have to sign.
  json.member("x-amazon-apigateway-authtype", "awsSigv4");
  json.close_object();
  json.close_object();
}

}  // namespace partita::exports

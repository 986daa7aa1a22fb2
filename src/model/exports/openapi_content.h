#pragma once

#include <string>

#include "documents/operation.h"
#include "documents/type_schema.h"

namespace partita::documents {

inline constexpr std::string_view kComponents = "#/components/schemas/";

// The bodies of requests and answers of an OpenAPI document.
class OpenApiContent {
 public:
  OpenApiContent(JsonText& json, const TypeSchema& types) : json_(json), types_(types) {}

  // The member `requestBody`, if the operation has a body.
  void write_request(const Operation& operation) const;
  // The member `responses`.
  void write_responses(const Operation& operation) const;
  // What an entity looks like in answers, and in bodies: two schemas.
  void write_entity(const model::Entity& entity) const;

 private:
  void write_reference(const model::Entity* entity, std::string_view suffix = "") const;
  void write_answer(const model::Pattern& pattern) const;
  void write_answers(const Operation& operation) const;
  void write_response(const Operation& operation, std::string_view status) const;
  void write_page(const model::Entity* entity) const;
  void write_plan() const;
  void write_optional(const model::Entity* entity) const;
  void write_members(const model::Pattern& pattern) const;
  void write_steps(const model::Pattern& pattern, std::string_view suffix) const;
  void write_row(const model::Rollup& rollup) const;
  void write_rollup(const model::Rollup& rollup) const;
  void write_put_body(const model::Pattern& pattern) const;
  void write_change_body(const model::Pattern& pattern) const;

  JsonText& json_;
  const TypeSchema& types_;
};

}  // namespace partita::documents

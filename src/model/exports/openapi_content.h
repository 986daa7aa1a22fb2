#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "model/definition/operation.h"
#include "model/exports/type_schema.h"

namespace partita::exports {

inline constexpr std::string_view kComponents = "#/components/schemas/";

// The bodies of requests and answers of an OpenAPI document.
class OpenApiContent {
 public:
  OpenApiContent(JsonText& json, const TypeSchema& types) : json_(json), types_(types) {}

  // The member `requestBody`, if the operation has a body.
  void write_request(const model::Operation& operation) const;
  // The member `responses`.
  void write_responses(const model::Operation& operation) const;
  // The schema of an entity in answers.
  void write_entity(const model::Entity& entity) const;
  // The schema of an entity in bodies, to which the requests of write_request refer.
  void write_sent_entity(const model::Entity& entity) const;

 private:
  void write_schema(const model::Entity& entity, std::string_view suffix,
                    std::vector<const model::Attribute*> attributes) const;
  void write_reference(const model::Entity* entity, std::string_view suffix = "") const;
  void write_answer(const model::Pattern& pattern) const;
  void write_answers(const model::Operation& operation) const;
  void write_response(const model::Operation& operation, std::string_view status) const;
  void write_page(const model::Entity* entity) const;
  void write_plan() const;
  void write_optional(const model::Entity* entity) const;
  void write_members(const model::Pattern& pattern) const;
  void write_steps(const model::Pattern& pattern, std::string_view suffix) const;
  void write_row(const model::Rollup& rollup) const;
  void write_rollup(const model::Rollup& rollup) const;
  void write_put_body(const model::Pattern& pattern) const;
  void write_change_body(const model::Pattern& pattern) const;
  void write_claim_body(const model::Pattern& pattern) const;

  JsonText& json_;
  const TypeSchema& types_;
};

}  // namespace partita::exports

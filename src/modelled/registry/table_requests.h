#pragma once

#include <optional>
#include <vector>

#include "model/definition/model.h"
#include "partita/api/create_table.h"
#include "partita/api/update_table.h"

// What a model says about a table, in the words of DynamoDB's requests.
namespace partita::registry {

// A table of a model, and the model that it is of.
struct ModelTable {
  const model::Model& model;
  const model::Table& table;
};

// The table with all of its indexes that are live. What the file leaves open has DynamoDB's
// default, but billing is by request.
api::CreateTableRequest create_request(const ModelTable& wanted);

// One more index of a table that is there.
api::UpdateTableRequest add_index_request(const ModelTable& wanted, const model::Index& index);
api::UpdateTableRequest remove_index_request(const std::string& table, const std::string& index);

// The key of an index, or of the table if null; and the types of its attributes.
std::vector<api::KeySchemaElement> key_schema(const model::Table& table, const model::Index* index);
std::vector<api::AttributeDefinition> attribute_definitions(const ModelTable& wanted,
                                                            const model::Index* index);
api::Projection projection_of(const model::Index& index);

// Nullopt if it is billed by request.
std::optional<api::ProvisionedThroughput> throughput_of(const model::Table& table);
std::optional<api::ProvisionedThroughput> throughput_of(const model::Table& table,
                                                        const model::Index& index);
api::StreamSpecification stream_of(model::StreamView view);
// REQUIRES: the table says which key.
api::SSESpecification encryption_of(const model::TableSettings& settings);
api::TableClass table_class_of(model::TableClass table_class);

}  // namespace partita::registry

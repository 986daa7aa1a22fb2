#pragma once

#include <string_view>

#include "dynamodb/operations/context.h"
#include "modelled/rollups/materializer.h"
#include "partita/base/result.h"
#include "partita/base/task.h"
#include "partita/value/value.h"
#include "store/catalog/catalog.h"

// Writes that the server makes of its own accord, under the rules of their tables like any other:
// stamps, index keys and rollups follow.
namespace partita::registry {

// ERRORS: NotFound if its table is not there; what the rules refuse; those of the engine.
Task<Status> write_materialized(operations::Context& context,
                                const rollups::MaterializedItem& made);

// Makes the step of its lifecycle that an item of the entity is due for at its commit; false if
// there is none any more.
// REQUIRES: the table has rules. ERRORS: as above.
Task<Result<bool>> make_due_step(operations::Context& context, const catalog::TablePointer& table,
                                 ByteView item_key, const model::Entity& entity);

// Sets these attributes of an item that is there. `key` has the attributes of its key.
// ERRORS: NotFound if there is no such item or table; as above.
Task<Status> update_as_server(operations::Context& context, std::string_view table,
                              const ItemView& key, const Item& attributes);

// Writes an item as it is, so that its rules give it the index keys that they derive now.
// ERRORS: NotFound if it is not there any more; as above.
Task<Status> write_again(operations::Context& context, const catalog::TablePointer& table,
                         ByteView item_key);

// Whether the rules of a table have refused the write, so that trying again is of no use.
bool is_refused_by_model(const Error& error);

}  // namespace partita::registry

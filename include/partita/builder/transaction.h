#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "partita/api/exception.h"
#include "partita/api/transact_write_items.h"
#include "partita/base/result.h"
#include "partita/base/task.h"
#include "partita/builder/condition.h"
#include "partita/builder/update.h"
#include "partita/database.h"
#include "partita/value/value.h"

namespace partita::builder {

// Writes several items atomically. Each write has a name, which identifies it if the transaction
// is cancelled:
//
//   Transaction transaction;
//   transaction.put("artist", "music", artist, {{"PK", Operator::NotExists}})
//       .check("user", "music", user_key, {{"PK", Operator::Exists}});
//   const Status done = transaction.commit(database, token);
//   if (!done.ok()) {
//     for (const auto& [name, reason] : transaction.reasons(done.error())) complain(name, reason);
//   }
//
// THREADS: one thread at a time.
class Transaction {
 public:
  using Conditions = std::vector<Condition>;

  Transaction& put(std::string name, std::string table_name, const Item& item,
                   const Conditions& conditions = {});
  Transaction& update(std::string name, std::string table_name, const Item& key,
                      const std::vector<PathUpdate>& changes, const Conditions& conditions = {});
  Transaction& remove(std::string name, const std::string& table_name, const Item& key,
                      const Conditions& conditions = {});
  Transaction& check(std::string name, const std::string& table_name, const Item& key,
                     const Conditions& conditions);

  // The request for DynamoDB. If a request is repeated with its token within ten minutes, it is
  // executed only once; an empty token means none.
  // ERRORS: InvalidArgument for the first write with a wrong path or item, preceded by its name.
  Result<api::TransactWriteItemsRequest> request(std::string token = {}) const;
  // ERRORS: those of request and of Database::transact_write_items.
  Status commit(Database& database, std::string token = {}) const;
  // The same for coroutines.   REQUIRES: the transaction and the database outlive the task.
  Task<Status> commit_async(Database& database, std::string token = {}) const;

  // If the error is that of a cancelled transaction, the writes that caused it with their reasons.
  // The names are views into this object.
  std::vector<std::pair<std::string_view, api::CancellationReason>> reasons(
      const Error& error) const;

 private:
  template <typename Action>
  void add(std::string name, Result<Action> action,
           std::optional<Action> api::TransactWriteItem::*member);

  std::vector<std::string> names_;
  api::TransactWriteItemsRequest request_;
  std::optional<Error> problem_;
};

}  // namespace partita::builder

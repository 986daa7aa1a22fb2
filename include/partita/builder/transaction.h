#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "builder/condition.h"
#include "operations/context.h"
#include "partita/api/exception.h"
#include "partita/api/transact_write_items.h"
#include "partita/base/result.h"
#include "partita/base/task.h"
#include "partita/value/value.h"

namespace partita::builder {

// What an update does to its item, each path once.
struct Change {
  enum class Kind { Set, Remove, Add };

  Kind kind = Kind::Set;
  std::string path;
  Value value = {};  // Not of Remove.
};

// Writes of several items, all or nothing. Each has a name, by which a reason is found if the
// transaction is cancelled:
//
//   Transaction transaction;
//   transaction.put("artist", "music", artist, {{"PK", Operator::NotExists}})
//       .check("user", "music", user_key, {{"PK", Operator::Exists}});
//   auto done = co_await transaction.commit(context, token);
//   if (!done.ok()) for (const auto& [name, reason] : transaction.reasons(done.error())) ...
//
// THREADS: one thread at a time.
class Transaction {
 public:
  using Conditions = std::vector<Condition>;

  Transaction& put(std::string name, std::string table_name, const Item& item,
                   const Conditions& conditions = {});
  Transaction& update(std::string name, std::string table_name, const Item& key,
                      const std::vector<Change>& changes, const Conditions& conditions = {});
  Transaction& remove(std::string name, const std::string& table_name, const Item& key,
                      const Conditions& conditions = {});
  Transaction& check(std::string name, const std::string& table_name, const Item& key,
                     const Conditions& conditions);

  // As DynamoDB takes it. A request that is repeated with its token within ten minutes is made
  // once; an empty token is none.
  // ERRORS: InvalidArgument for the first write that could not be said, its name before it.
  Result<api::TransactWriteItemsRequest> request(std::string token = {}) const;
  // ERRORS: those of request and of TransactWriteItems.
  // REQUIRES: the transaction and the context outlive the task.
  Task<Status> commit(operations::Context& context, std::string token = {}) const;

  // Why each write that is to blame was not made, if the error is of a cancelled transaction.
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

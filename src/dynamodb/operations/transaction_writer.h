#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "dynamodb/operations/context.h"
#include "dynamodb/operations/transact_plan.h"
#include "partita/base/bytes.h"
#include "partita/base/result.h"
#include "partita/base/task.h"
#include "partita/value/item_view.h"
#include "store/keys/key_hash.h"
#include "store/transactions/item_group.h"
#include "store/transactions/request_token.h"

namespace partita::operations {

// Identifies a repeated transaction.
struct TransactionToken {
  Bytes record_key;           // The key of its record in the engine.
  keys::KeyHash fingerprint;  // The hash of the request: equal only for equal requests.
};

// Callbacks for the differences between users of transactions: additional checks, the handling of
// failed actions, and what is kept of the written items. All of them may be called again for
// another attempt after a conflict. Actions are numbered from 0 in the order of the request.
class TransactionHooks {
 public:
  virtual ~TransactionHooks() = default;

  // Begins an attempt: everything that was noted in earlier ones is invalid.
  virtual void begin() = 0;
  // Called before the decision about an item.
  // ERRORS: the reason why the action fails.
  virtual Status check(std::size_t /*action*/, const catalog::Table& /*table*/,
                       const std::optional<ItemView>& /*before*/) {
    return {};
  }
  // Adds information to the origin of the write.
  virtual void complete(items::WriteOrigin& /*origin*/) {}
  // The action is buffered. `after` is the decided item; the effect includes that of rules.
  virtual void on_buffered(const transactions::ItemGroup::Change& /*change*/,
                           const transactions::ItemGroup::Effect& /*effect*/) {}
  // The action has failed. If this returns an error, the attempt ends with it; otherwise the other
  // actions are checked as well, so that all failures are known in the end.
  virtual Status on_failure(std::size_t action, Error error) = 0;
  // All actions were checked.
  // ERRORS: the reason why nothing may be committed.
  virtual Status finish() { return {}; }
  // Adds the data for the answer to a repetition to the record of the token.
  virtual void describe(const transactions::ItemGroup& group,
                        transactions::TokenRecord& record) = 0;
};

// Writes all actions of a transaction atomically. This is the only place that reads, decides,
// buffers and commits them, for DynamoDB's operation and for patterns of models.
// THREADS: one thread at a time.
class TransactionWriter {
 public:
  // REQUIRES: context, hooks and everything that the actions view outlive this object.
  TransactionWriter(Context& context, std::vector<TransactAction> actions,
                    std::optional<TransactionToken> token, TransactionHooks& hooks);

  // Returns nullopt if all actions were committed. If the token was used for the same transaction
  // before, returns the record of that time and writes nothing.
  // ERRORS: those of the hooks; IdempotentParameterMismatch; those of the engine, among them
  // Conflict if there were too many conflicts.
  Task<Result<std::optional<transactions::TokenRecord>>> run();

  const transactions::ItemGroup& group() const { return group_; }
  const TransactAction& action(std::size_t index) const { return actions_[index]; }

 private:
  Task<Status> attempt(engine::Transaction& transaction);
  Task<Status> apply(engine::Transaction& transaction, const transactions::GroupImages& images);
  Task<Status> apply_one(engine::Transaction& transaction, std::size_t index,
                         std::optional<ItemView> before);
  Result<std::optional<ItemView>> decide_about(std::size_t index,
                                               const std::optional<ItemView>& before);
  Status check_collections();
  Status admit();
  Status check_indexes();
  void charge() const;
  void remember(engine::Transaction& transaction) const;

  Context& context_;
  std::vector<TransactAction> actions_;
  const std::optional<TransactionToken> token_;
  TransactionHooks& hooks_;
  transactions::ItemGroup group_;
  ItemWriter writer_;
  std::vector<double> admitted_;  // What the actions have taken of throughput; 0: nothing.
  std::optional<transactions::TokenRecord> repeated_;
};

}  // namespace partita::operations

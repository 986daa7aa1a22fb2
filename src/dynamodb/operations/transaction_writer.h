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

// What makes a repeated transaction a repetition.
struct TransactionToken {
  Bytes record_key;           // Under which it is remembered, in the engine.
  keys::KeyHash fingerprint;  // Of the request: equal only for equal requests.
};

// What differs between those who write transactions: which further checks there are, what becomes
// of an action that fails, what is kept of what is written. All of it may be called again for
// another attempt after a conflict; actions are numbered from 0 in the order of the request.
class TransactionHooks {
 public:
  virtual ~TransactionHooks() = default;

  // An attempt begins: whatever was noted in one before it is void.
  virtual void begin() = 0;
  // Before it is decided what becomes of the item.
  // ERRORS: why the action fails.
  virtual Status check(std::size_t /*action*/, const catalog::Table& /*table*/,
                       const std::optional<ItemView>& /*before*/) {
    return {};
  }
  // Adds to what the plan says about how the write comes about.
  virtual void complete(items::WriteOrigin& /*origin*/) {}
  // The action is buffered. `after` is what was decided; the effect has what rules made of it.
  virtual void on_buffered(const transactions::ItemGroup::Change& /*change*/,
                           const transactions::ItemGroup::Effect& /*effect*/) {}
  // The action has failed. If this answers with an error the attempt ends with it; else the other
  // actions are looked at, too, so that all that fail are known in the end.
  virtual Status on_failure(std::size_t action, Error error) = 0;
  // All actions were looked at.
  // ERRORS: why nothing is to be committed.
  virtual Status finish() { return {}; }
  // Adds to the record of the token what a repetition has to be answered with.
  virtual void describe(const transactions::ItemGroup& group,
                        transactions::TokenRecord& record) = 0;
};

// Writes all actions of a transaction at once or none of them: the one place that reads, decides,
// buffers and commits them, for DynamoDB's operation and for patterns of models.
// THREADS: one thread at a time.
class TransactionWriter {
 public:
  // REQUIRES: context, hooks and what the actions view outlive this.
  TransactionWriter(Context& context, std::vector<TransactAction> actions,
                    std::optional<TransactionToken> token, TransactionHooks& hooks);

  // The record of the first time if the token has been used for the same transaction, in which case
  // nothing is written; nullopt: all of it is committed.
  // ERRORS: those of the hooks; IdempotentParameterMismatch; those of the engine, Conflict among
  // them if others were in the way again and again.
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

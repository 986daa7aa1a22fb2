#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "faults/api/ledger.h"
#include "partita/base/random.h"
#include "server/api_client.h"

namespace partita::faults {

// One client that writes to items of its own in every way there is, and keeps a ledger of what it
// was told: PutItem, UpdateItem, DeleteItem, BatchWriteItem and TransactWriteItems with tokens,
// some of them to be refused, some items to expire at once.
class Writer {
 public:
  Writer(int number, std::uint64_t seed)
      : name_("c" + std::to_string(number) + "-"), random_(seed) {}

  // One request and its answer. False if the server is gone or does not know what it did.
  bool write(testing::ApiClient& client);

  std::uint64_t acknowledged() const { return acknowledged_; }
  std::uint64_t refused() const { return refused_; }
  // Answers that make no sense for what was asked.
  const std::vector<std::string>& surprises() const { return surprises_; }

  // Compares with all items of the table, then settles for them.
  std::vector<std::string> check(const Items& all);
  // Sends again, with its token, the last transaction that was acknowledged, and the one that was
  // under way if it was one. Says what is wrong about the answers. REQUIRES: check() came before.
  std::vector<std::string> repeat_transactions(testing::ApiClient& client);

  // A lie, to see it caught: claims that an item was acknowledged that was never sent.
  void claim_what_was_not_written();

 private:
  // A request, and what it makes if it is accepted.
  struct Plan {
    std::string_view operation;
    Json body;
    std::vector<Step> steps;
    bool is_to_be_refused = false;
  };

  Plan plan();
  Plan put();
  Plan put_mortal();
  Plan update();
  Plan erase();
  Plan batch();
  Plan transact();
  Plan refused_put();
  Plan refused_transaction();

  bool note(const Plan& plan, const testing::HttpAnswer& answer);
  Json random_key();
  std::vector<Json> random_keys(std::size_t count);
  Json random_item(const Json& key);
  Json update_action(const Json& key, Step& step);
  const Json* find(const Json& key) const;
  std::uint64_t below(std::uint64_t bound) { return random_.below(bound); }
  std::string content();

  const std::string name_;
  SeededRandom random_;
  Ledger ledger_;
  std::uint64_t acknowledged_ = 0;
  std::uint64_t refused_ = 0;
  std::uint64_t mortals_ = 0;
  std::uint64_t tokens_ = 0;
  std::vector<std::string> surprises_;
  // Transactions with tokens: the last one that was acknowledged, and the one under way.
  std::optional<Plan> last_transaction_;
  std::optional<Plan> open_transaction_;
};

}  // namespace partita::faults

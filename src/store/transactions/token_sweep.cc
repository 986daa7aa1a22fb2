#include "store/transactions/token_sweep.h"

#include <optional>
#include <utility>
#include <vector>

#include "store/keys/key_range.h"
#include "store/keys/key_space.h"
#include "store/transactions/request_token.h"

namespace partita::transactions {
namespace {

keys::KeyRange all_tokens() { return keys::space_range(keys::Space::RequestTokens); }

// A record that cannot be read protects nothing, and every request with its token would fail.
bool is_over(ByteView stored, WallTime now) {
  const auto record = decode_token_record(stored);
  return !record.ok() || !record->is_alive(now);
}

// Removes the records of each stretch that are over.
class Removing final : public jobs::WalkWork {
 public:
  explicit Removing(WallTime now) : now_(now) {}

  void begin() override { keys_.clear(); }
  Status look(ByteView key, ByteView value) override {
    if (is_over(value, now_)) keys_.emplace_back(key);
    return {};
  }
  // Looks again inside the transaction: the token may have been used anew since.
  Task<Result<std::optional<Bytes>>> pass(engine::Transaction& transaction,
                                          const jobs::Stretch&) override {
    std::vector<std::size_t> over;
    const auto look_again = [&](std::size_t index, std::optional<ByteView> stored) {
      if (stored && is_over(*stored, now_)) over.push_back(index);
    };
    if (!keys_.empty()) {
      const std::vector<ByteView> wanted(keys_.begin(), keys_.end());
      Status read = co_await transaction.get(wanted, look_again);
      CO_TRY(read);
    }
    for (const std::size_t index : over) transaction.erase(keys_[index]);
    removed_ = over.size();
    co_return std::optional<Bytes>();
  }

  // By the last pass.
  std::size_t removed() const { return removed_; }

 private:
  const WallTime now_;
  std::vector<Bytes> keys_;
  std::size_t removed_ = 0;
};

}  // namespace

TokenSweep::TokenSweep(engine::Engine& engine, const Clock& clock, std::size_t records_max)
    : clock_(clock), walk_(engine, {.items_max = records_max}) {}

// Where the walk is need not be stored: a record that is looked at again costs nothing.
Task<Result<std::size_t>> TokenSweep::sweep_once() {
  Removing removing(clock_.wall_now());
  const jobs::WalkPosition position{.keys = {}, .last_key = last_key_};
  const auto tokens = all_tokens();
  auto stretch = co_await walk_.step(tokens, position, removing);
  CO_TRY(stretch);
  last_key_ = stretch->is_last ? Bytes() : std::move(stretch->last_key);
  co_return removing.removed();
}

}  // namespace partita::transactions

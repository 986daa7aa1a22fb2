#include "store/transactions/token_sweep.h"

#include <vector>

#include "engine/retry.h"
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

}  // namespace

struct TokenSweep::Page {
  std::vector<Bytes> expired;
  Bytes next;
};

TokenSweep::TokenSweep(engine::Engine& engine, const Clock& clock, std::size_t records_max)
    : engine_(engine), clock_(clock), records_max_(records_max), next_(all_tokens().begin) {}

Task<Result<TokenSweep::Page>> TokenSweep::next_page() {
  const auto tokens = all_tokens();
  const WallTime now = clock_.wall_now();
  Page page{.expired = {}, .next = tokens.begin};
  std::size_t seen = 0;
  const auto visit = [&](ByteView key, ByteView value) {
    if (seen++ == records_max_) {
      page.next = Bytes(key);
      return engine::Visit::Stop;
    }
    if (is_over(value, now)) page.expired.emplace_back(key);
    return engine::Visit::Continue;
  };
  const engine::Range range{.begin = next_, .end = tokens.end, .rows_hint = records_max_ + 1};
  Status read = co_await engine_.scan(range, visit);
  CO_TRY(read);
  co_return page;
}

// Looks again inside the transaction: the token may have been used anew since.
Task<Result<std::size_t>> TokenSweep::remove(std::vector<Bytes> keys) {
  const std::vector<ByteView> wanted(keys.begin(), keys.end());
  std::size_t removed = 0;
  const auto body = [&](engine::Transaction& transaction) -> Task<Status> {
    const WallTime now = clock_.wall_now();
    std::vector<std::size_t> over;
    const auto look = [&](std::size_t index, std::optional<ByteView> stored) {
      if (stored && is_over(*stored, now)) over.push_back(index);
    };
    Status read = co_await transaction.get(wanted, look);
    CO_TRY(read);
    for (const std::size_t index : over) transaction.erase(keys[index]);
    removed = over.size();
    co_return Status{};
  };
  Status committed = co_await engine::run(engine_, body);
  CO_TRY(committed);
  co_return removed;
}

Task<Result<std::size_t>> TokenSweep::sweep_once() {
  auto page = co_await next_page();
  CO_TRY(page);
  std::size_t removed = 0;
  if (!page->expired.empty()) {
    auto done = co_await remove(std::move(page->expired));
    CO_TRY(done);
    removed = *done;
  }
  next_ = std::move(page->next);
  co_return removed;
}

}  // namespace partita::transactions

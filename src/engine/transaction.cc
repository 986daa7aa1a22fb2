#include <algorithm>

#include "engine/engine.h"

namespace partita::engine {

Task<Status> Transaction::read_ahead(std::span<const ByteView> keys) {
  if (keys.empty()) co_return Status{};
  const auto keep = [&](std::size_t index, std::optional<ByteView> value) {
    ahead_.insert_or_assign(Bytes(keys[index]), std::optional<Bytes>(value));
  };
  co_return co_await read(keys, keep, 0);
}

bool Transaction::knows_all(std::span<const ByteView> keys) const {
  return std::all_of(keys.begin(), keys.end(), [&](ByteView key) { return ahead_.contains(key); });
}

// What the transaction has written since counts.
Task<Status> Transaction::answer_from_ahead(std::span<const ByteView> keys,
                                            ValueVisitor visit) const {
  for (std::size_t i = 0; i < keys.size(); ++i) {
    const auto* own = writes_.find(keys[i]);
    const std::optional<Bytes>& value = own != nullptr ? own->value : ahead_.find(keys[i])->second;
    visit(i, value ? std::optional<ByteView>(*value) : std::nullopt);
  }
  return Task<Status>::ready({});
}

}  // namespace partita::engine

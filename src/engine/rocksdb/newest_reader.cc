#include "engine/rocksdb/newest_reader.h"

#include "engine/rocksdb/store_view.h"

namespace partita::engine {
namespace {

// More keys than this are looked up by RocksDB together, which pays from a few keys on.
constexpr std::size_t kKeysOneByOne = 4;

}  // namespace

Result<std::size_t> NewestReader::get(std::span<const ByteView> keys, ValueVisitor visit) const {
  if (keys.size() > kKeysOneByOne) return get_from_store(keys, visit);
  for (std::size_t index = 0; index < keys.size(); ++index) {
    const auto visit_this = [&](std::size_t, auto value) { visit(index, value); };
    const auto key = keys.subspan(index, 1);
    if (get_hot(key.front(), visit_this)) continue;
    const std::size_t visited = TRY(get_from_store(key, visit_this));
    if (visited == 0) return index;
  }
  return keys.size();
}

Result<std::size_t> NewestReader::get_from_store(std::span<const ByteView> keys,
                                                 ValueVisitor visit) const {
  // Noted before the read: a commit that marks the key from now on makes what is kept stale.
  const std::uint64_t right_at = committer_.newest_commit();
  return get_from(store_, {}, keys, [&](std::size_t index, std::optional<ByteView> value) {
    hot_.keep(keys[index], ConflictTable::hash(keys[index]), value, right_at);
    visit(index, value);
  });
}

// A commit marks its keys before it can be seen, so a value whose key bears no later mark than
// itself is the newest there is.
bool NewestReader::get_hot(ByteView key, ValueVisitor visit) const {
  const std::uint64_t key_hash = ConflictTable::hash(key);
  const auto is_current = [&](std::uint64_t right_at) {
    return !committer_.may_have_written(key_hash, right_at);
  };
  return hot_.find(key, key_hash, is_current, [&](auto value) { visit(0, value); });
}

}  // namespace partita::engine

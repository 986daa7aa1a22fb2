#include "engine/rocksdb/newest_reader.h"

#include "engine/rocksdb/store_view.h"

namespace partita::engine {
namespace {

// More keys than this are looked up by RocksDB together, which pays from a few keys on.
constexpr std::size_t kKeysOneByOne = 4;

}  // namespace

Status NewestReader::get(std::span<const ByteView> keys, ValueVisitor visit) const {
  if (keys.size() <= kKeysOneByOne) return get_each(keys, visit);
  return get_from(store_, {}, keys, visit);
}

Status NewestReader::get_each(std::span<const ByteView> keys, ValueVisitor visit) const {
  for (std::size_t index = 0; index < keys.size(); ++index) {
    const ByteView key = keys[index];
    const std::uint64_t key_hash = ConflictTable::hash(key);
    if (get_hot(index, key, key_hash, visit)) continue;
    // Noted before the read: a commit that marks the key from now on makes what is kept stale.
    const std::uint64_t right_at = committer_.newest_commit();
    TRY(get_from(store_, {}, {&key, 1}, [&](std::size_t, std::optional<ByteView> value) {
      if (value) hot_.keep(key, key_hash, *value, right_at);
      visit(index, value);
    }));
  }
  return {};
}

// A commit marks its keys before it can be seen, so a value whose key bears no later mark than
// itself is the newest there is.
bool NewestReader::get_hot(std::size_t index, ByteView key, std::uint64_t key_hash,
                           ValueVisitor visit) const {
  const auto is_current = [&](std::uint64_t right_at) {
    return !committer_.may_have_written(key_hash, right_at);
  };
  return hot_.find(key, key_hash, is_current, [&](ByteView value) { visit(index, value); });
}

}  // namespace partita::engine

#include "faults/engine/workload.h"

#include <fmt/format.h>

#include <charconv>
#include <cstdlib>
#include <map>

#include "partita/base/random.h"

namespace partita::faults {
namespace {

constexpr std::size_t kContentBytes = 200;

Bytes last_key(std::size_t writer) { return fmt::format("last/{:02}", writer); }
Bytes mirror_key(std::size_t writer) { return fmt::format("mirror/{:02}", writer); }
Bytes entry_key(std::size_t writer, std::uint32_t step) {
  return fmt::format("entry/{:02}/{:08}", writer, step);
}

Bytes content_of(std::size_t writer, std::uint32_t step) {
  SeededRandom random((std::uint64_t{writer} << 32) | step);
  Bytes content(kContentBytes, '\0');
  random.fill(std::as_writable_bytes(std::span(content)));
  return content;
}

// Every third step takes away the entry made two steps before.
bool is_erased_by(std::uint32_t step) { return step % 3 == 0 && step > 2; }
bool is_kept(std::uint32_t entry, std::uint32_t last) {
  return entry + 2 > last || !is_erased_by(entry + 2);
}

using Rows = std::map<Bytes, Bytes>;

Result<Rows> all_rows(const engine::Engine& engine) {
  Rows rows;
  TRY(sync_wait(engine.scan({}, [&](ByteView key, ByteView value) {
    rows.emplace(key, value);
    return engine::Visit::Continue;
  })));
  return rows;
}

std::uint32_t step_at(const Rows& rows, const Bytes& key) {
  const auto row = rows.find(key);
  std::uint32_t step = 0;
  if (row == rows.end()) return 0;
  std::from_chars(row->second.data(), row->second.data() + row->second.size(), step);
  return step;
}

void check_entries(Rows& rows, std::size_t writer, std::uint32_t last,
                   std::vector<std::string>& found) {
  for (std::uint32_t step = 1; step <= last; ++step) {
    const auto entry = rows.find(entry_key(writer, step));
    const bool is_there = entry != rows.end();
    if (is_there != is_kept(step, last)) {
      found.push_back(fmt::format("writer {} at step {}: entry {} {}", writer, last, step,
                                  is_there ? "came back" : "is missing"));
    } else if (is_there && entry->second != content_of(writer, step)) {
      found.push_back(fmt::format("writer {}: entry {} has wrong content", writer, step));
    }
    if (is_there) rows.erase(entry);
  }
}

void check_writer(Rows& rows, std::size_t writer, std::uint32_t acknowledged,
                  std::vector<std::string>& found) {
  const std::uint32_t last = step_at(rows, last_key(writer));
  const std::uint32_t mirror = step_at(rows, mirror_key(writer));
  if (last < acknowledged) {
    found.push_back(fmt::format("writer {}: step {} was acknowledged, the store is at step {}",
                                writer, acknowledged, last));
  }
  // At most the one step that was under way is there without having been acknowledged.
  if (last > acknowledged + 1) {
    found.push_back(fmt::format("writer {}: the store is at step {}, only {} were acknowledged",
                                writer, last, acknowledged));
  }
  if (last != mirror) {
    found.push_back(fmt::format("writer {}: half a transaction, {} and {}", writer, last, mirror));
  }
  check_entries(rows, writer, last, found);
  rows.erase(last_key(writer));
  rows.erase(mirror_key(writer));
}

}  // namespace

// A small write buffer: files are switched, flushed and compacted while the fault strikes.
engine::RocksdbOptions options_of(const std::filesystem::path& directory, StoreMode mode) {
  engine::RocksdbOptions options{.directory = directory,
                                 .write_buffer_bytes = std::uint64_t{128} << 10};
  if (mode == StoreMode::Relaxed) {
    options.durability = engine::Durability::Relaxed;
    options.relaxed_interval = std::chrono::hours(1);
  }
  if (mode == StoreMode::Encrypted) {
    // The same key in the worker and in the test.
    ::setenv("PARTITA_FAULT_TEST_KEY", std::string(64, 'a').c_str(), 1);
    options.master_key = engine::MasterKeyVariable{"PARTITA_FAULT_TEST_KEY"};
  }
  return options;
}

Task<Status> make_step(engine::Engine& engine, std::size_t writer, std::uint32_t step) {
  const auto transaction = engine.begin();
  transaction->put(last_key(writer), std::to_string(step));
  transaction->put(entry_key(writer, step), content_of(writer, step));
  if (is_erased_by(step)) transaction->erase(entry_key(writer, step - 2));
  transaction->put(mirror_key(writer), std::to_string(step));
  co_return co_await transaction->commit();
}

Result<Steps> steps_made(const engine::Engine& engine) {
  const Rows rows = TRY(all_rows(engine));
  Steps steps{};
  for (std::size_t writer = 0; writer < kWriters; ++writer) {
    steps[writer] = step_at(rows, last_key(writer));
  }
  return steps;
}

std::vector<std::string> violations(const engine::Engine& engine, const Steps& acknowledged) {
  auto rows = all_rows(engine);
  if (!rows.ok()) return {rows.error().to_string()};
  std::vector<std::string> found;
  for (std::size_t writer = 0; writer < kWriters; ++writer) {
    check_writer(*rows, writer, acknowledged[writer], found);
  }
  for (const auto& [key, value] : *rows) found.push_back(fmt::format("{} is left over", key));
  return found;
}

}  // namespace partita::faults

#include "faults/engine/store_image.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <thread>

#include "engine/rocksdb/rocksdb_engine.h"
#include "engine/rocksdb/watermark.h"
#include "partita/base/check.h"
#include "partita/base/file.h"

namespace partita::faults {
namespace {

constexpr std::size_t kValueBytes = 120;
constexpr std::size_t kItemsOfTransaction = 20;

// The watermark trails by up to a second.
void await_watermark(const std::filesystem::path& directory, std::uint64_t sequence) {
  while (true) {
    const auto stored = engine::WatermarkFile::read(directory / "watermark");
    if (stored.ok() && *stored && (*stored)->sequence >= sequence) return;
    std::this_thread::yield();
  }
}

std::uint64_t written_bytes(const std::filesystem::path& file) {
  const auto content = read_small_file(file, std::filesystem::file_size(file));
  PARTITA_CHECK(content.ok());
  return content->find_last_not_of('\0') + 1;
}

void flip_bit(const std::filesystem::path& file, std::uint64_t offset, Random& random) {
  const auto opened = open_file(file, O_RDWR);
  PARTITA_CHECK(opened.ok());
  char byte = 0;
  PARTITA_CHECK(::pread(opened->number(), &byte, 1, static_cast<off_t>(offset)) == 1);
  byte = static_cast<char>(byte ^ (1 << random.below(8)));
  PARTITA_CHECK(write_at(*opened, offset, {&byte, 1}).ok());
}

}  // namespace

Content fill(engine::Engine& engine, std::size_t count) {
  SeededRandom random(count);
  Content content;
  while (content.size() < count) {
    const auto transaction = engine.begin();
    for (std::size_t item = 0; item < kItemsOfTransaction && content.size() < count; ++item) {
      Bytes value(kValueBytes, '\0');
      random.fill(std::as_writable_bytes(std::span(value)));
      const Bytes key = fmt::format("item/{:06}", content.size());
      transaction->put(key, value);
      content.emplace(key, std::move(value));
    }
    PARTITA_CHECK(sync_wait(transaction->commit()).ok());
  }
  return content;
}

Content make_unclosed_store(const std::filesystem::path& directory, std::size_t count) {
  auto live = directory;
  live += ".live";
  auto engine = engine::open_rocksdb_engine({.directory = live});
  PARTITA_CHECK(engine.ok());
  auto content = fill(**engine, count);
  await_watermark(live, count);
  std::filesystem::copy(live, directory, std::filesystem::copy_options::recursive);
  return content;
}

Content make_closed_store(const std::filesystem::path& directory, std::size_t count) {
  auto engine = engine::open_rocksdb_engine({.directory = directory});
  PARTITA_CHECK(engine.ok());
  return fill(**engine, count);
}

std::vector<std::filesystem::path> files_ending(const std::filesystem::path& directory,
                                                std::string_view ending) {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(directory)) {
    const bool is_empty = !entry.is_regular_file() || entry.file_size() == 0;
    if (!is_empty && entry.path().string().ends_with(ending)) files.push_back(entry.path());
  }
  return files;
}

void flip_written_bit(const std::filesystem::path& file, Random& random) {
  flip_bit(file, random.below(written_bytes(file)), random);
}

void flip_waiting_bit(const std::filesystem::path& file, Random& random) {
  const auto written = written_bytes(file);
  flip_bit(file, written + random.below(std::filesystem::file_size(file) - written), random);
}

}  // namespace partita::faults

// file  := slot slot                 written in turn, so that a torn write spoils only one
// slot  := magic:u8[4] small:u32 version:u64 large:u64 crc32:u32 zero:u8[36]
// Integers are little-endian; the CRC covers the 24 bytes before it. The slot with the higher
// version counts. DO NOT CHANGE.
#include "engine/rocksdb/slot_file.h"

#include <fcntl.h>
#include <fmt/format.h>

#include <cstring>

#include "partita/base/check.h"
#include "partita/base/crc32.h"

namespace partita::engine {
namespace {

constexpr std::size_t kMagicBytes = 4;
constexpr std::size_t kSlotBytes = 64;
constexpr std::size_t kSmallAt = 4;
constexpr std::size_t kSlotVersionAt = 8;
constexpr std::size_t kLargeAt = 16;
constexpr std::size_t kCheckedBytes = 24;

struct Slot {
  std::uint64_t version = 0;
  SlotRecord record;
};

Bytes encode(SlotFile::Magic magic, const Slot& slot) {
  Bytes bytes(kSlotBytes, '\0');
  std::memcpy(bytes.data(), magic.data(), kMagicBytes);
  std::memcpy(bytes.data() + kSmallAt, &slot.record.small, sizeof(slot.record.small));
  std::memcpy(bytes.data() + kSlotVersionAt, &slot.version, sizeof(slot.version));
  std::memcpy(bytes.data() + kLargeAt, &slot.record.large, sizeof(slot.record.large));
  const std::uint32_t crc = crc32(ByteView(bytes).substr(0, kCheckedBytes));
  std::memcpy(bytes.data() + kCheckedBytes, &crc, sizeof(crc));
  return bytes;
}

std::optional<Slot> decode(SlotFile::Magic magic, ByteView bytes) {
  if (bytes.size() != kSlotBytes || !bytes.starts_with(magic)) return std::nullopt;
  std::uint32_t crc = 0;
  std::memcpy(&crc, bytes.data() + kCheckedBytes, sizeof(crc));
  if (crc != crc32(bytes.substr(0, kCheckedBytes))) return std::nullopt;
  Slot slot;
  std::memcpy(&slot.record.small, bytes.data() + kSmallAt, sizeof(slot.record.small));
  std::memcpy(&slot.version, bytes.data() + kSlotVersionAt, sizeof(slot.version));
  std::memcpy(&slot.record.large, bytes.data() + kLargeAt, sizeof(slot.record.large));
  return slot;
}

struct Slots {
  std::optional<Slot> newest;
  bool are_settled = true;
};

// The first record goes to the second slot; until then the first one is empty.
bool are_settled(ByteView first, const std::optional<Slot>& older, const Slot& newer) {
  if (older) return older->version + 1 == newer.version;
  return newer.version == 1 && first.find_first_not_of('\0') == ByteView::npos;
}

Result<Slots> read_slots(const std::filesystem::path& path, SlotFile::Magic magic) {
  const Bytes content = TRY(read_small_file(path, 2 * kSlotBytes));
  if (content.empty()) return Slots{};
  const ByteView first = ByteView(content).substr(0, kSlotBytes);
  std::optional<Slot> older = decode(magic, first);
  std::optional<Slot> newer = decode(magic, ByteView(content).substr(first.size()));
  if (older && (!newer || older->version > newer->version)) std::swap(older, newer);
  if (!newer) return Error::corrupt(fmt::format("{} is damaged", path.string()));
  return Slots{.newest = newer, .are_settled = are_settled(first, older, *newer)};
}

}  // namespace

Result<SlotContent> SlotFile::read(const std::filesystem::path& path, Magic magic) {
  auto slots = read_slots(path, magic);
  if (!slots.ok() && slots.error().kind() == ErrorKind::NotFound) return SlotContent{};
  const auto [newest, are_settled] = TRY(std::move(slots));
  if (!newest) return SlotContent{};
  return SlotContent{.newest = newest->record, .is_settled = are_settled};
}

Result<SlotFile> SlotFile::open(const std::filesystem::path& path, Magic magic) {
  PARTITA_CHECK(magic.size() == kMagicBytes);
  FileDescriptor file = TRY(open_file(path, O_RDWR | O_CREAT | O_CLOEXEC));
  TRY(sync_directory(path.parent_path()));
  const auto slots = read_slots(path, magic);
  const bool has_slot = slots.ok() && slots->newest.has_value();
  return SlotFile(std::move(file), magic, has_slot ? slots->newest->version : 0);
}

Status SlotFile::store(SlotRecord record) {
  ++version_;
  const std::uint64_t offset = (version_ % 2) * kSlotBytes;
  TRY(write_at(file_, offset, encode(magic_, {version_, record})));
  return sync_data(file_);
}

}  // namespace partita::engine

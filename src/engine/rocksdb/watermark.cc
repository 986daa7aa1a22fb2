// file  := slot slot                 written in turn, so that a torn write spoils only one
// slot  := magic:"PWM1" clean:u8 zero:u8[3] version:u64 sequence:u64 crc32:u32 zero:u8[36]
// Integers are little-endian; the CRC covers the 24 bytes before it. The slot with the higher
// version counts. DO NOT CHANGE.
#include "engine/rocksdb/watermark.h"

#include <fcntl.h>
#include <fmt/format.h>

#include <cstring>

#include "partita/base/crc32.h"

namespace partita::engine {
namespace {

constexpr std::string_view kWatermarkMagic = "PWM1";
constexpr std::size_t kSlotBytes = 64;
constexpr std::size_t kCheckedBytes = 24;

struct Slot {
  std::uint64_t version = 0;
  Watermark watermark;
};

Bytes encode(const Slot& slot) {
  Bytes bytes(kSlotBytes, '\0');
  std::memcpy(bytes.data(), kWatermarkMagic.data(), kWatermarkMagic.size());
  bytes[4] = slot.watermark.is_clean ? 1 : 0;
  std::memcpy(bytes.data() + 8, &slot.version, sizeof(slot.version));
  std::memcpy(bytes.data() + 16, &slot.watermark.sequence, sizeof(slot.watermark.sequence));
  const std::uint32_t crc = crc32(ByteView(bytes).substr(0, kCheckedBytes));
  std::memcpy(bytes.data() + kCheckedBytes, &crc, sizeof(crc));
  return bytes;
}

std::optional<Slot> decode(ByteView bytes) {
  if (bytes.size() != kSlotBytes || !bytes.starts_with(kWatermarkMagic)) return std::nullopt;
  std::uint32_t crc = 0;
  std::memcpy(&crc, bytes.data() + kCheckedBytes, sizeof(crc));
  if (crc != crc32(bytes.substr(0, kCheckedBytes))) return std::nullopt;
  Slot slot;
  slot.watermark.is_clean = bytes[4] != 0;
  std::memcpy(&slot.version, bytes.data() + 8, sizeof(slot.version));
  std::memcpy(&slot.watermark.sequence, bytes.data() + 16, sizeof(slot.watermark.sequence));
  return slot;
}

// The newer of the whole slots; nothing for an empty file.
Result<std::optional<Slot>> read_newest(const std::filesystem::path& path) {
  const Bytes content = TRY(read_small_file(path, 2 * kSlotBytes));
  if (content.empty()) return std::optional<Slot>();
  std::optional<Slot> newest;
  for (std::size_t offset = 0; offset < content.size(); offset += kSlotBytes) {
    const auto slot = decode(ByteView(content).substr(offset, kSlotBytes));
    if (slot && (!newest || slot->version > newest->version)) newest = slot;
  }
  if (newest) return newest;
  return Error::corrupt(
      fmt::format("{} is damaged: how far writes were acknowledged is not known", path.string()));
}

}  // namespace

Result<std::optional<Watermark>> WatermarkFile::read(const std::filesystem::path& path) {
  auto newest = read_newest(path);
  if (!newest.ok() && newest.error().kind() == ErrorKind::NotFound) {
    return std::optional<Watermark>();
  }
  if (!newest.ok()) return std::move(newest).error();
  if (!*newest) return std::optional<Watermark>();
  return std::optional((*newest)->watermark);
}

Result<WatermarkFile> WatermarkFile::open(const std::filesystem::path& path) {
  FileDescriptor file = TRY(open_file(path, O_RDWR | O_CREAT));
  TRY(sync_directory(path.parent_path()));
  const auto newest = read_newest(path);
  const bool has_slot = newest.ok() && newest->has_value();
  return WatermarkFile(std::move(file), has_slot ? (*newest)->version : 0);
}

Status WatermarkFile::store(const Watermark& watermark) {
  ++version_;
  const std::uint64_t offset = (version_ % 2) * kSlotBytes;
  TRY(write_at(file_, offset, encode({version_, watermark})));
  return sync_data(file_);
}

}  // namespace partita::engine

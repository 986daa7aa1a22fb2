// file  := a slot file (slot_file.cc) with the magic "PWM1": small is 1 if the store was closed in
//          order and else 0, large is the sequence number. DO NOT CHANGE.
#include "engine/rocksdb/watermark.h"

#include <fmt/format.h>

namespace partita::engine {
namespace {

constexpr SlotFile::Magic kWatermarkMagic = "PWM1";

}  // namespace

Result<std::optional<Watermark>> WatermarkFile::read(const std::filesystem::path& path) {
  auto content = SlotFile::read(path, kWatermarkMagic);
  if (!content.ok() && content.error().kind() == ErrorKind::Corrupt) {
    return Error::corrupt(
        fmt::format("{} is damaged: how far writes were acknowledged is not known", path.string()));
  }
  const auto newest = TRY(std::move(content)).newest;
  if (!newest) return std::optional<Watermark>();
  return std::optional(Watermark{.sequence = newest->large, .is_clean = newest->small != 0});
}

Result<WatermarkFile> WatermarkFile::open(const std::filesystem::path& path) {
  return WatermarkFile(TRY(SlotFile::open(path, kWatermarkMagic)));
}

Status WatermarkFile::store(const Watermark& watermark) {
  return file_.store({.small = watermark.is_clean ? 1U : 0U, .large = watermark.sequence});
}

}  // namespace partita::engine

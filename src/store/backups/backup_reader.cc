#include "store/backups/backup_reader.h"

#include <fmt/format.h>

#include <utility>

#include "partita/base/big_endian.h"
#include "partita/value/item_view.h"
#include "store/items/item_key.h"

// position := block:u32 item:u32      of the first item that is not read; empty: of the first one

namespace partita::backups {

Result<BackupReader::Position> BackupReader::decode_position(ByteView position) {
  if (position.empty()) return Position{};
  ByteReader reader(position);
  if (!reader.has(2 * sizeof(std::uint32_t))) {
    return Error::corrupt("the position in a backup is cut short");
  }
  const auto block = reader.integer<std::uint32_t>();
  return Position{.block = block, .item = reader.integer<std::uint32_t>()};
}

Status BackupReader::open() {
  if (opened_) return {};
  auto opened = TRY(read_manifest(files_, keys_, id_));
  blocks_ = TRY(read_block_list(files_, opened));
  opened_ = std::move(opened);
  return {};
}

Status BackupReader::load(std::uint32_t block) {
  if (loaded_ == block) return {};
  loaded_.reset();
  items_ = TRY(read_block(files_, *opened_, blocks_[block], block));
  loaded_ = block;
  return {};
}

std::optional<std::uint64_t> BackupReader::items() const {
  if (!opened_) return std::nullopt;
  return static_cast<std::uint64_t>(opened_->manifest.record.items);
}

Result<history::PastStretch> BackupReader::read(const catalog::Table& table, ByteView position,
                                                history::PastLimits limits) {
  TRY(open());
  Position at = TRY(decode_position(position));
  history::PastStretch stretch;
  std::size_t bytes = 0;
  while (at.block < blocks_.size() && stretch.items.size() < limits.items_max &&
         bytes < limits.bytes_max) {
    TRY(load(at.block));
    if (at.item >= items_.images.size()) {
      at = {.block = at.block + 1, .item = 0};
      continue;
    }
    const ByteView image = items_.images[at.item];
    const auto item = TRY(ItemView::parse(image));
    stretch.items.push_back({.key = TRY(items::key_of_item(table, item)), .image = Bytes(image)});
    bytes += image.size();
    ++at.item;
  }
  const bool is_behind_last =
      at.block + 1 == blocks_.size() && loaded_ == at.block && at.item >= items_.images.size();
  stretch.is_last = at.block >= blocks_.size() || is_behind_last;
  append_integer(stretch.last_key, at.block);
  append_integer(stretch.last_key, at.item);
  return stretch;
}

}  // namespace partita::backups

#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "partita/base/check.h"
#include "partita/value/item_view.h"
#include "wire/formats/item_file_reader.h"

namespace partita {

struct FileOutcome {
  std::vector<std::string> records;  // "1 " and the item's bytes, or the fault.
  std::vector<records::Place> places;
};

inline FileOutcome read_file(const records::ReadOptions& options, ByteView file,
                             std::size_t piece_bytes) {
  const auto reader = formats::ItemFileReaders().open(options);
  FileOutcome outcome;
  for (;;) {
    while (const auto record = reader->next()) {
      std::string shown = std::to_string(record->line) + " ";
      if (record->item.ok()) {
        PARTITA_CHECK(ItemView::parse(record->item->bytes()).ok());
        shown += record->item->bytes();
      } else {
        shown += record->item.error().message();
      }
      outcome.records.push_back(std::move(shown));
      outcome.places.push_back(reader->place());
    }
    if (reader->is_over()) return outcome;
    if (file.empty()) {
      reader->end();
      continue;
    }
    reader->feed(Bytes(file.substr(0, piece_bytes)));
    file.remove_prefix(std::min(piece_bytes, file.size()));
  }
}

// Reads the file whole, in pieces, and from a place in the middle on.
inline void fuzz_file(records::ReadOptions options, std::size_t piece_bytes, ByteView file) {
  const auto whole = read_file(options, file, file.size());
  const auto pieces = read_file(options, file, piece_bytes + 1);
  PARTITA_CHECK(whole.records == pieces.records);
  PARTITA_CHECK(whole.places == pieces.places);
  if (whole.records.empty()) return;
  const std::size_t middle = whole.records.size() / 2;
  options.begin = whole.places[middle];
  const auto rest = read_file(options, file, piece_bytes + 1);
  const std::vector<std::string> expected(
      whole.records.begin() + static_cast<std::ptrdiff_t>(middle) + 1, whole.records.end());
  PARTITA_CHECK(rest.records == expected);
}

}  // namespace partita

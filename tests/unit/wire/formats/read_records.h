#pragma once

#include <gtest/gtest.h>
#include <zlib.h>
#include <zstd.h>

#include <string>
#include <vector>

#include "partita/value/item_view.h"
#include "wire/formats/item_file_reader.h"
#include "wire/protocol/attribute_json.h"

// What a reader makes of a file, as lines of text: "1 {...}" or "1 fault: ...".
namespace partita::formats {

inline std::string shown(const records::Record& record) {
  std::string text = std::to_string(record.line) + " ";
  if (!record.item.ok()) return text + "fault: " + record.item.error().message();
  protocol::append_json(text, *record.item);
  return text;
}

struct ReadRecords {
  std::vector<std::string> lines;
  std::vector<records::Place> places;  // Behind each of them.
};

// Fed in pieces of so many bytes.
inline ReadRecords read_all(records::ReadOptions options, std::string_view file,
                            std::size_t piece_bytes = 1 << 20) {
  const auto reader = ItemFileReaders().open(std::move(options));
  ReadRecords read;
  for (;;) {
    while (const auto record = reader->next()) {
      read.lines.push_back(shown(*record));
      read.places.push_back(reader->place());
    }
    if (reader->is_over()) return read;
    if (file.empty()) {
      reader->end();
      continue;
    }
    reader->feed(Bytes(file.substr(0, piece_bytes)));
    file.remove_prefix(std::min(piece_bytes, file.size()));
  }
}

using Lines = std::vector<std::string>;

// The same, however the file is cut into pieces.
inline Lines read_lines(const records::ReadOptions& options, std::string_view file) {
  const auto whole = read_all(options, file);
  for (const std::size_t bytes : {1U, 2U, 7U}) {
    EXPECT_EQ(read_all(options, file, bytes).lines, whole.lines) << bytes << " at a time";
  }
  return whole.lines;
}

inline std::string gzip(std::string_view plain) {
  z_stream stream{};
  EXPECT_EQ(deflateInit2(&stream, 6, Z_DEFLATED, MAX_WBITS + 16, 8, Z_DEFAULT_STRATEGY), Z_OK);
  std::string packed(plain.size() + 1000, '\0');
  std::string copy(plain);
  stream.next_in = reinterpret_cast<Bytef*>(copy.data());
  stream.avail_in = static_cast<uInt>(copy.size());
  stream.next_out = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_out = static_cast<uInt>(packed.size());
  EXPECT_EQ(deflate(&stream, Z_FINISH), Z_STREAM_END);
  packed.resize(stream.total_out);
  deflateEnd(&stream);
  return packed;
}

inline std::string zstd(std::string_view plain) {
  std::string packed(ZSTD_compressBound(plain.size()), '\0');
  packed.resize(ZSTD_compress(packed.data(), packed.size(), plain.data(), plain.size(), 3));
  return packed;
}

}  // namespace partita::formats

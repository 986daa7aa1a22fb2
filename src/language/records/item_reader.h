#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "partita/base/bytes.h"
#include "partita/base/result.h"
#include "partita/value/item_view.h"
#include "partita/value/value_type.h"

// Items as they come in files: what is told of a file, and what reads it. The formats themselves
// are read in wire/formats.
namespace partita::records {

enum class Format : std::uint8_t {  // DO NOT CHANGE: stored.
  DynamoDbJson = 1,                 // {"Item": {"pk": {"S": "a"}}}, one a line.
  Json = 2,                         // {"pk": "a"}, one a line.
  Csv = 3,
  Ion = 4,  // As text.
};

enum class Compression : std::uint8_t {  // DO NOT CHANGE: stored.
  None = 1,
  Gzip = 2,
  Zstd = 3,
};

// Columns of a CSV file that are no strings: keys of the table and of its indexes, or what somebody
// knows of them.
struct CsvColumn {
  std::string name;
  // B is base64; BOOL true or false; L, M, SS and NS are JSON. No NULL and no BS.
  ValueType type = ValueType::S;
};

struct CsvOptions {
  char delimiter = ',';
  std::vector<std::string> header = {};  // Empty: the first record of the file.
  std::vector<CsvColumn> typed = {};
};

// A place in the text of a file, as it is when it is not compressed.
struct Place {
  std::uint64_t offset = 0;
  std::uint64_t line = 1;

  friend bool operator==(const Place&, const Place&) = default;
};

struct ReadOptions {
  Format format = Format::DynamoDbJson;
  Compression compression = Compression::None;
  CsvOptions csv = {};
  // Whether a line of DynamoDB's JSON or of Ion may also be the item itself, without "Item".
  bool takes_bare_items = false;
  // Records before it are passed over. REQUIRES: an ItemReader of the same text was there.
  Place begin = {};
  // Whether the first byte that is fed is the one at `begin`: only of text that is not compressed,
  // and that does not have the header of a CSV file before it.
  bool is_fed_from_begin = false;
};

// An item, or what is wrong with it.
struct Record {
  Result<ItemView> item;   // Until the next call of the reader.
  std::uint64_t line = 1;  // Where it begins.
};

// A record may be as long as a request. A longer one is a fault, and is passed over up to the end
// of a line.
inline constexpr std::size_t kRecordBytesMax = std::size_t{16} << 20;

// Reads the items of one file from its bytes, as they come in:
//
//   for (;;) {
//     while (auto record = reader->next()) use(*record);
//     if (reader->is_over()) break;
//     Bytes bytes = read_some();
//     bytes.empty() ? reader->end() : reader->feed(std::move(bytes));
//   }
//
// Takes as much memory as the longest record and what was fed last, however well the file is
// compressed. THREADS: one thread at a time.
class ItemReader {
 public:
  virtual ~ItemReader() = default;

  // The bytes behind all former ones. REQUIRES: next has returned nullopt.
  virtual void feed(Bytes bytes) = 0;
  // There are no more.   REQUIRES: next has returned nullopt.
  virtual void end() = 0;
  // The next record; nullopt: it wants more bytes, or it is over. A file that is damaged as such
  // (it can not be decompressed, or it has no usable header) ends with a record that says so.
  virtual std::optional<Record> next() = 0;
  // No more bytes are of use: all records were there, or the file is damaged.
  virtual bool is_over() const = 0;
  // Where the record behind the last one begins.
  virtual Place place() const = 0;
};

// Makes the readers. The layer that knows the formats hands it down to those who import.
// THREADS: safe for concurrent calls.
class ItemReaders {
 public:
  virtual ~ItemReaders() = default;
  virtual std::unique_ptr<ItemReader> open(ReadOptions options) const = 0;
};

}  // namespace partita::records

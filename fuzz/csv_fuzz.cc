// A CSV file from anyone, in pieces of any size: reading it ends, each record is told once, and it
// does not matter how the file is cut into pieces.
//
// input := piece_bytes:u8 delimiter:u8 byte*

#include "item_file_fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace partita;
  if (size < 2) return 0;
  records::ReadOptions options{.format = records::Format::Csv};
  options.csv.delimiter = ",;:|\t "[data[1] % 6];
  options.csv.typed = {{"n", ValueType::N}, {"b", ValueType::B}};
  fuzz_file(options, data[0], ByteView(reinterpret_cast<const char*>(data) + 2, size - 2));
  return 0;
}

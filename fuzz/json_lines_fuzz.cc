// Lines of JSON from anyone, in pieces of any size: reading them ends, and it does not matter how
// the file is cut into pieces.
//
// input := piece_bytes:u8 kind:u8 byte*

#include "item_file_fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace partita;
  if (size < 2) return 0;
  records::ReadOptions options;
  options.format = data[1] % 3 == 2 ? records::Format::Json : records::Format::DynamoDbJson;
  options.takes_bare_items = data[1] % 3 == 1;
  fuzz_file(options, data[0], ByteView(reinterpret_cast<const char*>(data) + 2, size - 2));
  return 0;
}

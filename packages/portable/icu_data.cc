// An empty data file of ICU, for a program that is linked with ICU's archive. What we use of it
// (case folding, the normal forms NFC and NFD) has its tables in the code; the data file, 30 MB, is
// for converters, locales and break rules. Whoever asked ICU for those would get an error.
#include <unicode/udata.h>
#include <unicode/utypes.h>

namespace {

// The head of every data file, and a table of contents without entries.
struct EmptyData {
  std::uint16_t head_bytes;
  std::uint8_t magic[2];
  UDataInfo info;
  char padding[8];
  std::uint32_t entry_count;
  std::uint32_t reserved;
};

}  // namespace

extern "C" U_EXPORT const EmptyData U_ICUDATA_ENTRY_POINT alignas(16) = {
    .head_bytes = 32,
    .magic = {0xda, 0x27},
    .info = {.size = sizeof(UDataInfo),
             .reservedWord = 0,
             .isBigEndian = U_IS_BIG_ENDIAN,
             .charsetFamily = U_CHARSET_FAMILY,
             .sizeofUChar = sizeof(UChar),
             .reservedByte = 0,
             .dataFormat = {'T', 'o', 'C', 'P'},
             .formatVersion = {1, 0, 0, 0},
             .dataVersion = {0, 0, 0, 0}},
    .padding = {},
    .entry_count = 0,
    .reserved = 0,
};

#pragma once

#include <libdeflate.h>

#include <cstdlib>
#include <string>
#include <string_view>

namespace partita::testing {

// One member. Ends the program if it is damaged.
inline std::string gunzipped(std::string_view packed, std::size_t bytes_max = 64U << 20) {
  libdeflate_decompressor* const decompressor = libdeflate_alloc_decompressor();
  std::string text(bytes_max, '\0');
  std::size_t bytes = 0;
  if (libdeflate_gzip_decompress(decompressor, packed.data(), packed.size(), text.data(),
                                 text.size(), &bytes) != LIBDEFLATE_SUCCESS) {
    std::abort();
  }
  libdeflate_free_decompressor(decompressor);
  text.resize(bytes);
  return text;
}

}  // namespace partita::testing

#pragma once

#include <libdeflate.h>

#include <string>

namespace partita::server {

inline std::string gzipped(const std::string& text) {
  std::string packed(text.size() + 100, '\0');
  libdeflate_compressor* const compressor = libdeflate_alloc_compressor(6);
  packed.resize(
      libdeflate_gzip_compress(compressor, text.data(), text.size(), packed.data(), packed.size()));
  libdeflate_free_compressor(compressor);
  return packed;
}

}  // namespace partita::server

#pragma once

#include <span>
#include <string_view>

namespace partita::console {

// A file of the console as it is in the program: packed with gzip.
struct Asset {
  std::string_view path;  // Below /console/.
  std::string_view type;
  std::string_view tag;  // An entity tag, with its quotes: changes with the content.
  std::string_view gzip;
};

// All of them, by path. Made from the folder console/ (cmake/Console.cmake).
std::span<const Asset> assets();

}  // namespace partita::console

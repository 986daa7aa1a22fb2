#include "partita/api/placeholder_writer.h"

#include <fmt/format.h>

#include <algorithm>

namespace partita::api {

std::string PlaceholderWriter::name(std::string_view attribute) {
  const auto known =
      std::ranges::find_if(names_, [&](const auto& named) { return named.second == attribute; });
  if (known != names_.end()) return known->first;
  std::string placeholder = fmt::format("#n{}", names_.size());
  names_.emplace_back(placeholder, std::string(attribute));
  return placeholder;
}

std::string PlaceholderWriter::value(Value value) {
  std::string placeholder = fmt::format(":v{}", values_.size());
  values_.set(placeholder, std::move(value));
  return placeholder;
}

}  // namespace partita::api

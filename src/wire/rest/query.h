#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "partita/base/result.h"

namespace partita::rest {

// The parameters of a query string, decoded: a percent sign with two digits is a byte, a plus sign
// is a blank. What signs a URL (X-Amz-...) is not among them.
class RestQuery {
 public:
  static constexpr std::size_t kBytesMax = 8192;
  static constexpr std::size_t kParametersMax = 64;

  // ERRORS: Failure BadArgument for a query that is too long, has too many parameters, one of them
  // twice, or is no UTF-8 once decoded.
  static Result<RestQuery> parse(std::string_view query);

  // By name.
  const std::vector<std::pair<std::string, std::string>>& all() const { return parameters_; }
  const std::string* find(std::string_view name) const;

  // Takes the parameter out; nullopt if there is none.
  std::optional<std::string> take(std::string_view name);
  // Takes a parameter out that is 1 or 0 (true or false); false if there is none.
  // ERRORS: Failure BadArgument for another value.
  Result<bool> take_flag(std::string_view name);
  // Takes a whole number out; nullopt if there is none.
  // ERRORS: Failure BadArgument for what is no whole number.
  Result<std::optional<int>> take_count(std::string_view name);

 private:
  std::vector<std::pair<std::string, std::string>> parameters_;
};

}  // namespace partita::rest

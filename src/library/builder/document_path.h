#pragma once

#include <string>
#include <string_view>

#include "partita/api/placeholder_writer.h"
#include "partita/base/result.h"

namespace partita::builder {

// "#n0.#n1[3]" for `location.cities[3]`. A name with a dot in it cannot be said this way.
// ERRORS: InvalidArgument, with the path and what is wrong with it.
Result<std::string> write_path(std::string_view path, api::PlaceholderWriter& placeholders);

}  // namespace partita::builder

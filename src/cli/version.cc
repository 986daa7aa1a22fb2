#include "cli/version.h"

namespace partita::cli {

std::string_view version() { return PARTITA_VERSION; }

}  // namespace partita::cli

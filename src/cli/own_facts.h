#pragma once

#include <string>

#include "store/jobs/lease_rows.h"

namespace partita::cli {

// What this program says of itself to others that have the same store open.
// `address`: where it takes requests; empty: it takes none.
jobs::ServerFacts own_facts(std::string address = {});

// How the machine is called, or empty.
std::string machine_name();

}  // namespace partita::cli

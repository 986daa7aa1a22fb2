#pragma once

#include "client.h"

namespace partita::load {

// Makes the table of the data set with its two indexes anew, dropping one that is there, and waits
// until it can be used.
Status recreate_table(Client& client);

}  // namespace partita::load

#pragma once

#include <string>

#include "modelled/archives/archive_layout.h"

namespace partita::archives {

// The statement by which Athena, Glue's catalog and Hive know the files of an archive as a table:
// its columns, its folders as partitions, its place.
std::string athena_table(const ArchiveLayout& layout);

}  // namespace partita::archives

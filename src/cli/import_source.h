#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "cli/item_files.h"
#include "cli/observed_rules.h"
#include "cli/source_bytes.h"
#include "cli/table_facts.h"
#include "cli/transfer_commands.h"
#include "language/records/item_reader.h"
#include "partita/base/result.h"

namespace partita::cli {

// A column of a CSV file and why it is of its type.
struct ColumnGuess {
  std::string name;
  ValueType type = ValueType::S;
  std::string_view reason;  // "key", "given", "model", "guessed"
};

// A file, and how it is to be read.
struct ImportSource {
  SourceBytes bytes;
  records::ReadOptions options;
  std::vector<ColumnGuess> columns;  // Of CSV: in the order of their names.
};

// "standard input", or the file's name.
std::string name_of_source(const std::filesystem::path& file);

// Looks at the beginning of the file: which kind of JSON it is, which columns of CSV are numbers.
// The command's types go before those of the model; null: there is none.
// ERRORS: InvalidArgument if there is nothing that can be read; as file_error.
Result<ImportSource> look_at_file(const ImportCommand& command, const TableFacts& facts,
                                  const ObservedRules* model);

// What is told while a file is read.
struct RecordVisitor {
  std::function<Status(const records::Record&)> record;  // An error ends it.
  std::function<void(std::uint64_t)> bytes;              // So many more of the file are read.
};

// All of the file, once.   ERRORS: those of the visitor; as file_error.
Status read_records(ImportSource& source, const RecordVisitor& visitor);

}  // namespace partita::cli

// `partita export`: a table into a file.
#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "cli/data_commands.h"
#include "cli/display_text.h"
#include "cli/item_files.h"
#include "cli/model_client.h"
#include "cli/segment_scan.h"
#include "cli/table_facts.h"
#include "cli/terminal.h"
#include "cli/transfer_progress.h"
#include "partita/base/mutex.h"
#include "wire/protocol/content_encoding.h"

namespace partita::cli {
namespace {

using client::DynamodbClient;
using client::ItemPage;

constexpr std::size_t kColumnsOfFileMax = 10'000;

Result<FileKind> export_kind(const ExportCommand& command) {
  FileKind kind = kind_of_file(command.file);
  if (command.format != FileFormat::ByName) kind.format = command.format;
  if (kind.format == FileFormat::Ion) {
    return Error::invalid_argument("Ion is only read; write DynamoDB's JSON, which has types, too");
  }
  if (kind.compression == records::Compression::Zstd) {
    return Error::invalid_argument("files are compressed with gzip: name it .gz");
  }
  return kind;
}

void expect_told_count(TransferProgress& progress, const TableFacts& facts) {
  if (const auto count = facts.item_count(); count > 0) progress.expect_items(count);
}

// The key first, then all other attributes that some item has, by name.
Result<std::vector<std::string>> find_columns(DynamodbClient& client, const TableFacts& facts,
                                              const ExportCommand& command) {
  if (!command.columns.empty()) return command.columns;
  Mutex mutex;
  std::set<std::string, std::less<>> names;
  TransferProgress progress("looking for columns of " + facts.name);
  expect_told_count(progress, facts);
  const SegmentScan scan{.client = client, .table = facts.name, .threads = command.threads};
  TRY(scan_segments(scan, [&](const ItemPage& page) -> Status {
    const MutexLock lock(mutex);
    for (std::size_t i = 0; i < page.items.size(); ++i) {
      const Item item = page.items.at(i).to_item();
      for (const auto& member : item) names.insert(member.name);
    }
    progress.add(page.items.size(), 0);
    if (names.size() <= kColumnsOfFileMax) return {};
    return Error::too_large("the items have more than 10000 different attributes: name --columns");
  }));
  std::vector<std::string> columns = facts.key.all();
  for (const auto& name : columns) names.erase(name);
  columns.insert(columns.end(), names.begin(), names.end());
  return columns;
}

// Each page becomes text on the thread that has read it; only to write it down takes turns.
class FileWriter {
 public:
  FileWriter(OutputFile& file, FileKind kind, std::vector<std::string> columns)
      : file_(file), kind_(kind), columns_(std::move(columns)) {}

  Status begin() {
    if (kind_.format != FileFormat::Csv) return {};
    return write(csv_heading(kind_, columns_));
  }

  Status write(const ItemPage& page) {
    std::string text;
    for (std::size_t i = 0; i < page.items.size(); ++i) {
      append_record(text, page.items.at(i), kind_, columns_);
    }
    return text.empty() ? Status() : write(std::move(text));
  }

  std::uint64_t bytes() const {
    const MutexLock lock(mutex_);
    return bytes_;
  }

 private:
  // Parts that are compressed by themselves are one file of gzip, one behind the other.
  Status write(std::string text) {
    if (kind_.compression == records::Compression::Gzip) {
      text = protocol::encode_body(protocol::BodyEncoding::Gzip, text);
    }
    const MutexLock lock(mutex_);
    bytes_ += text.size();
    return file_.write(text);
  }

  OutputFile& file_;
  const FileKind kind_;
  const std::vector<std::string> columns_;
  mutable Mutex mutex_;
  std::uint64_t bytes_ PARTITA_GUARDED_BY(mutex_) = 0;
};

Status export_table(const ExportCommand& command) {
  const FileKind kind = TRY(export_kind(command));
  const auto client = TRY(open_endpoint(command.target));
  const TableFacts facts = TRY(describe_table(*client, command.table));
  auto file = TRY(OutputFile::create(command.file, command.replaces));
  std::vector<std::string> columns;
  if (kind.format == FileFormat::Csv) columns = TRY(find_columns(*client, facts, command));
  FileWriter writer(file, kind, std::move(columns));
  TRY(writer.begin());
  TransferState state;
  {
    TransferProgress progress("exporting " + facts.name);
    expect_told_count(progress, facts);
    const SegmentScan scan{.client = *client, .table = facts.name, .threads = command.threads};
    TRY(scan_segments(scan, [&](const ItemPage& page) -> Status {
      TRY(writer.write(page));
      progress.add(page.items.size(), page.items.size_bytes());
      return {};
    }));
    state = progress.state();
  }
  TRY(file.finish());
  if (command.file == "-") return {};
  print(fmt::format("{} items of {} are in {}, {}\n", grouped_digits(state.items), facts.name,
                    command.file.string(), bytes_line(writer.bytes())));
  return {};
}

}  // namespace

ExitCode run_transfer(const ExportCommand& command) {
  const auto exported = export_table(command);
  return exported.ok() ? ExitCode::Ok : data_failure(exported.error(), command.target);
}

}  // namespace partita::cli

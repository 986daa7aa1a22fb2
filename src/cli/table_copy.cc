// `partita copy`: a table from one server to another.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <utility>

#include "cli/batch_puts.h"
#include "cli/copy_record.h"
#include "cli/data_commands.h"
#include "cli/display_text.h"
#include "cli/model_client.h"
#include "cli/segment_scan.h"
#include "cli/table_definition.h"
#include "cli/terminal.h"
#include "cli/transfer_commands.h"
#include "cli/transfer_progress.h"
#include "model/formula/suggestion.h"

namespace partita::cli {
namespace {

using client::DynamodbClient;
using client::ItemPage;

bool has_same_key(const TableFacts& one, const TableFacts& other) {
  return one.key_line(one.key) == other.key_line(other.key);
}

Status check_same_key(const TableFacts& from, const TableFacts& to) {
  if (has_same_key(from, to)) return {};
  return Error::invalid_argument(fmt::format("the key of {} is {}, and that of {} is {}", from.name,
                                             from.key_line(from.key), to.name,
                                             to.key_line(to.key)));
}

// Whether somebody has begun the copy.
bool is_begun(const CopyCommand& command) {
  std::error_code unknown;
  return !command.record.empty() && std::filesystem::exists(command.record, unknown);
}

// The table that the items go into: a new one, or the one that is there if that is wanted.
Result<TableFacts> prepare_table(DynamodbClient& client, const TableFacts& from,
                                 const CopyCommand& command) {
  if (!is_begun(command)) {
    if (!command.record.empty()) TRY(CopyRecord::check_place(command.record));
    const auto made = client.call("CreateTable", create_table_request(from, command.to.table));
    const bool is_there = !made.ok() && made.error().kind() == ErrorKind::AlreadyExists;
    if (!made.ok() && !is_there) return made.error();
    if (is_there && !command.goes_on) {
      return Error::already_exists(fmt::format(
          "there is a table {} already: copy under another name, or --continue puts the items into "
          "it, whole ones in the place of those with the same key",
          command.to.to_string()));
    }
  }
  auto facts = TRY(wait_until_active(client, command.to.table));
  TRY(check_same_key(from, facts));
  return facts;
}

// Puts the items of a page, batch by batch.
class PageWriter {
 public:
  PageWriter(DynamodbClient& client, const std::string& table, TransferProgress& progress)
      : client_(client), table_(table), progress_(progress) {}

  Status write(const ItemPage& page) {
    EncodedItemList batch;
    for (std::size_t i = 0; i < page.items.size(); ++i) {
      batch.append(page.items.at(i));
      if (batch.size() < kBatchItemsMax && i + 1 < page.items.size()) continue;
      TRY(put(batch));
      batch = {};
    }
    return {};
  }

 private:
  Status put(const EncodedItemList& batch) {
    const auto refused = TRY(put_batch(client_, table_, batch));
    if (!refused.empty()) {
      return Error::invalid_argument(fmt::format("{} does not take an item of the table: {}",
                                                 client_.endpoint(), refused.front().why));
    }
    progress_.add(batch.size(), batch.size_bytes());
    return {};
  }

  DynamodbClient& client_;
  const std::string& table_;
  TransferProgress& progress_;
};

CopyRoute route_of(const CopyCommand& command, const TableFacts& from, const TableFacts& to) {
  return {.from = command.from.to_string(),
          .from_id = std::string(text_in(from.description, "TableId")),
          .to = command.to.to_string(),
          .to_id = std::string(text_in(to.description, "TableId"))};
}

struct Copied {
  std::uint64_t items = 0;  // By all who have worked on it.
  double seconds = 0;       // Of this one,
  double per_second = 0;    // and how fast it was.
};

// `record` may be null: nobody keeps how far it is.
Result<Copied> copy_items(DynamodbClient& source, DynamodbClient& target, const TableFacts& facts,
                          const CopyCommand& command, CopyRecord* record) {
  TransferProgress progress("copying " + command.from.table);
  const std::uint64_t before = record == nullptr ? 0 : record->items();
  if (const auto count = facts.item_count(); count > before) progress.expect_items(count - before);
  PageWriter writer(target, command.to.table, progress);
  SegmentScan scan{.client = source, .table = command.from.table, .threads = command.threads};
  if (record != nullptr) {
    scan.positions = record->positions();
    scan.passed = [record](std::size_t segment, const SegmentPosition& position,
                           std::uint64_t items) { return record->note(segment, position, items); };
  }
  const Status copied =
      scan_segments(scan, [&](const ItemPage& page) { return writer.write(page); });
  const Status saved = record != nullptr ? record->save() : Status();
  TRY(copied);
  TRY(saved);
  const TransferState state = progress.state();
  return Copied{.items = record == nullptr ? state.items : record->items(),
                .seconds = state.seconds,
                .per_second = static_cast<double>(state.items) / std::max(state.seconds, 0.001)};
}

// Whether as many items are there as were read. Somebody else may write meanwhile: both are told.
Status compare_counts(DynamodbClient& target, const CopyCommand& command, const Copied& copied) {
  const std::uint64_t there = TRY(count_items(target, command.to.table, command.threads));
  const bool is_right = command.goes_on ? there >= copied.items : there == copied.items;
  if (is_right) {
    print(fmt::format(
        "{} items are copied from {} to {} in {} ({} a second); counted there: {}\n",
        grouped_digits(copied.items), command.from.to_string(), command.to.to_string(),
        seconds_line(static_cast<std::uint64_t>(copied.seconds)),
        grouped_digits(static_cast<std::uint64_t>(copied.per_second)), grouped_digits(there)));
    return {};
  }
  return Error::conflict(fmt::format(
      "{} items were read from {}, and {} are in {}: somebody else writes to one of them; the same "
      "with --continue copies again",
      grouped_digits(copied.items), command.from.to_string(), grouped_digits(there),
      command.to.to_string()));
}

Status copy_table(const CopyCommand& command) {
  const auto source = TRY(open_endpoint(command.from.target));
  const auto target = TRY(open_endpoint(command.to.target));
  if (source->endpoint() == target->endpoint() && command.from.table == command.to.table) {
    return Error::invalid_argument("a table cannot be copied onto itself");
  }
  const TableFacts from = TRY(describe_table(*source, command.from.table));
  const TableFacts to = TRY(prepare_table(*target, from, command));
  std::unique_ptr<CopyRecord> record;
  if (!command.record.empty()) {
    record = TRY(CopyRecord::open(command.record, route_of(command, from, to),
                                  segments_for(command.threads)));
    if (record->items() > 0) {
      say(fmt::format("goes on behind {} items that are copied", grouped_digits(record->items())));
    }
  }
  const Copied copied = TRY(copy_items(*source, *target, from, command, record.get()));
  for (const auto& fault : copy_settings({*source, from}, {*target, to})) warn(fault);
  // All was read: there is nothing to go on with, whatever is counted.
  if (record) TRY(record->remove());
  return compare_counts(*target, command, copied);
}

}  // namespace

std::string TablePlace::to_string() const {
  return fmt::format("{} at {}", table, target.endpoint);
}

Result<TablePlace> parse_table_place(std::string_view text, DataTarget usual) {
  TablePlace place{.target = std::move(usual), .table = std::string(text)};
  const auto slash = text.rfind('/');
  if (slash != std::string_view::npos) {
    place.target.endpoint = text.substr(0, slash);
    place.table = text.substr(slash + 1);
  }
  const bool is_place = slash == std::string_view::npos || text.starts_with("aws") ||
                        text.starts_with("http://") || text.starts_with("https://");
  if (is_place && !place.table.empty() && place.table.find(':') == std::string::npos) return place;
  return Error::invalid_argument(fmt::format(
      "`{}` is no table such as Albums, http://127.0.0.1:8001/Albums or aws:eu-central-1/Albums",
      text));
}

ExitCode run_data(const TransferCommand& command) {
  return std::visit([](const auto& chosen) { return run_transfer(chosen); }, command);
}

ExitCode run_transfer(const CopyCommand& command) {
  const auto copied = copy_table(command);
  return copied.ok() ? ExitCode::Ok : data_failure(copied.error(), command.from.target);
}

}  // namespace partita::cli

// `partita import`: a file into a table.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <functional>
#include <optional>
#include <utility>

#include "cli/data_commands.h"
#include "cli/display_text.h"
#include "cli/import_source.h"
#include "cli/import_writers.h"
#include "cli/observed_rules.h"
#include "cli/table_definition.h"
#include "cli/table_facts.h"
#include "cli/terminal.h"
#include "cli/transfer_progress.h"
#include "modelled/registry/item_examiner.h"
#include "modelled/registry/plan_text.h"
#include "partita/base/clock.h"
#include "partita/value/measure.h"
#include "wire/rest/json.h"

namespace partita::cli {
namespace {

// The table as the command wants it, whether it is there already or not.
Result<TableFacts> planned_table(client::DynamodbClient& client, const ImportCommand& command) {
  if (command.key.empty()) {
    auto facts = describe_table(client, command.table);
    const bool is_missing = !facts.ok() && facts.error().kind() == ErrorKind::NotFound;
    if (!is_missing) return facts;
    return Error::not_found(
        fmt::format("{}; --create KEY makes it, such as --create id", facts.error().message()));
  }
  constexpr int kRequestLevels = 8;
  const std::string request = TRY(create_simple_table_request(command.table, command.key));
  return read_table_facts(TRY(rest::parse_plain_json(request, kRequestLevels)));
}

// Makes the table if that is wanted. A rehearsal pretends that it is there.
Result<TableFacts> made_table(client::DynamodbClient& client, const ImportCommand& command,
                              TableFacts planned) {
  if (command.key.empty() || command.is_rehearsal) return planned;
  TRY(client.call("CreateTable", TRY(create_simple_table_request(command.table, command.key))));
  return wait_until_active(client, command.table);
}

char letter_of(ValueType type) {
  if (type == ValueType::S) return 'S';
  if (type == ValueType::N) return 'N';
  return type == ValueType::B ? 'B' : '?';
}

// What can be known without the server: the key, the types of keys, the size.
Status check_record(const TableFacts& facts, const ItemView& item) {
  const auto keys = facts.key.all();
  for (const auto& [name, type] : facts.types) {
    const auto value = item.find(name);
    const bool is_key = std::find(keys.begin(), keys.end(), name) != keys.end();
    if (!value && is_key) {
      return Error::invalid_argument(fmt::format("{} is missing, a part of the key", name));
    }
    if (value && letter_of(value->type()) != type) {
      return Error::invalid_argument(
          fmt::format("{} must be of type {}, for the key of the table or an index", name, type));
    }
  }
  return check_item_size(size_bytes(item));
}

std::string columns_line(const std::vector<ColumnGuess>& columns) {
  std::string line = "columns:";
  for (const auto& column : columns) {
    line += fmt::format("{} {} {} ({})", &column == &columns.front() ? "" : ",",
                        safe_text(column.name), name_of(column.type), column.reason);
  }
  return line;
}

// One way of a file: to the table, or only to be looked at.
class Import {
 public:
  // `rules` are what a rehearsal judges by besides; null: nothing.
  Import(client::DynamodbClient& client, const ImportCommand& command, const TableFacts& facts,
         const ObservedRules* rules)
      : client_(client), command_(command), facts_(facts) {
    if (rules != nullptr && command.is_rehearsal) examiner_.emplace(rules->rules, now());
  }

  // What has become of it, in one sentence.
  Result<std::string> run(ImportSource& source) {
    TransferProgress progress(
        fmt::format("{} {}", command_.is_rehearsal ? "checking" : "importing", short_name()));
    std::error_code unknown;
    const auto size = std::filesystem::file_size(command_.file, unknown);
    if (!unknown) progress.expect_bytes(size);
    const auto bytes = [&](std::uint64_t more) { progress.add(0, more); };
    TRY(command_.is_rehearsal ? rehearse(source, progress, bytes) : write(source, progress, bytes));
    return summary(progress.state());
  }

  const Refusals& refusals() const { return refusals_; }
  // What the rules of the model say about the records; nullopt: none were asked.
  std::optional<registry::Impact> take_impact() {
    if (!examiner_) return std::nullopt;
    auto impact = std::move(*examiner_).take();
    impact.table = short_name();
    return impact;
  }

 private:
  using BytesRead = std::function<void(std::uint64_t)>;

  std::string short_name() const { return name_of_source(command_.file.filename()); }

  // False: this was the last one that is wanted.
  bool note_fault(std::uint64_t line, const Error& error) {
    refusals_.add(line, error.message());
    return command_.skips_faults || command_.is_rehearsal;
  }

  Status rehearse(ImportSource& source, TransferProgress& progress, const BytesRead& bytes) {
    return read_records(source, {.record = [&](const records::Record& record) -> Status {
                                   const Status fits = record.item.ok()
                                                           ? check_record(facts_, *record.item)
                                                           : Status(record.item.error());
                                   if (!fits.ok()) {
                                     note_fault(record.line, fits.error());
                                   } else {
                                     if (examiner_) examiner_->examine(*record.item);
                                     progress.add(1, 0);
                                   }
                                   return {};
                                 },
                                 .bytes = bytes});
  }

  Status write(ImportSource& source, TransferProgress& progress, const BytesRead& bytes) {
    ImportWriters writers({.client = client_,
                           .facts = facts_,
                           .progress = progress,
                           .refusals = refusals_,
                           .threads = command_.threads,
                           .skips_faults = command_.skips_faults});
    bool goes_on = true;
    const Status read = read_records(
        source, {.record = [&](const records::Record& record) -> Status {
                   goes_on = record.item.ok() ? writers.put(*record.item, record.line)
                                              : note_fault(record.line, record.item.error());
                   return goes_on ? Status() : Status(Error::conflict("stopped"));
                 },
                 .bytes = bytes});
    TRY(writers.finish());
    return goes_on ? read : Status();
  }

  std::string summary(const TransferState& state) const {
    const std::string file = name_of_source(command_.file);
    if (command_.is_rehearsal) {
      return fmt::format("{} items of {} fit into {}, {} do not; nothing was written\n",
                         grouped_digits(state.items), file, facts_.name, refusals_.count());
    }
    const double seconds = std::max(state.seconds, 0.001);
    const auto rate = static_cast<std::uint64_t>(static_cast<double>(state.items) / seconds);
    std::string text =
        fmt::format("{} items of {} are in {}, {} a second\n", grouped_digits(state.items), file,
                    facts_.name, grouped_digits(rate));
    if (client_.throttled() > 0) {
      text += fmt::format("the server has asked for patience {} times\n", client_.throttled());
    }
    return text;
  }

  static model::Instant now() {
    return std::chrono::floor<model::Duration>(Clock::system().wall_now());
  }

  client::DynamodbClient& client_;
  const ImportCommand& command_;
  const TableFacts& facts_;
  Refusals refusals_;
  std::optional<registry::ItemExaminer> examiner_;
};

Result<ExitCode> import_file(const ImportCommand& command) {
  const auto client = TRY(open_endpoint(command.target));
  TableFacts planned = TRY(planned_table(*client, command));
  std::optional<ObservedRules> model;
  if (command.model) model = TRY(observe_table(*command.model, command.table, command.like));
  const ObservedRules* const rules = model ? &*model : nullptr;
  ImportSource source = TRY(look_at_file(command, planned, rules));
  // Only now: a file that is not there leaves no table behind.
  const TableFacts facts = TRY(made_table(*client, command, std::move(planned)));
  if (!source.columns.empty()) say(columns_line(source.columns));
  Import import(*client, command, facts, rules);
  const std::string summary = TRY(import.run(source));
  print(summary);
  const auto impact = import.take_impact();
  if (impact) print(registry::to_text(*impact));
  const bool breaks_rules = impact && (impact->violating > 0 || !impact->duplicates.empty());
  const auto refused = import.refusals().count();
  if (refused == 0) return breaks_rules ? ExitCode::Failed : ExitCode::Ok;
  print_aside(import.refusals().to_text());
  const bool is_stopped = !command.skips_faults && !command.is_rehearsal;
  complain(Error::invalid_argument(fmt::format(
      "{} {} refused{}", grouped_digits(refused), refused == 1 ? "record is" : "records are",
      is_stopped ? "; --on-error skip leaves such ones out and goes on" : "")));
  return ExitCode::Failed;
}

}  // namespace

ExitCode run_transfer(const ImportCommand& command) {
  const auto imported = import_file(command);
  return imported.ok() ? *imported : data_failure(imported.error(), command.target);
}

}  // namespace partita::cli

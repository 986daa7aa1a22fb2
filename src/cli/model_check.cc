#include "cli/model_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <utility>

#include "cli/data_commands.h"
#include "cli/display_text.h"
#include "cli/observed_rules.h"
#include "cli/segment_scan.h"
#include "cli/table_facts.h"
#include "cli/terminal.h"
#include "cli/transfer_progress.h"
#include "language/value/json_text.h"
#include "modelled/registry/item_examiner.h"
#include "modelled/registry/plan_json.h"
#include "modelled/registry/plan_text.h"
#include "partita/base/clock.h"
#include "partita/base/mutex.h"

namespace partita::cli {
namespace {

// Items by the name of their entity; an empty name: of none.
using EntityCounts = std::map<std::string, std::uint64_t, std::less<>>;

struct CheckedTable {
  registry::Impact impact;
  EntityCounts entities;

  bool is_as_wanted() const { return impact.violating == 0 && impact.duplicates.empty(); }
};

// A table with another key can never be the model's: none of its items could be read there.
Status check_key(const TableFacts& facts, const model::Table& table) {
  std::vector<std::string> wanted{table.partition_key};
  if (table.has_sort_key()) wanted.push_back(table.sort_key);
  if (facts.key.all() == wanted) return {};
  return Error::invalid_argument(fmt::format(
      "the key of table {} is {}, the model wants {}{}{}", facts.name, facts.key_line(facts.key),
      table.partition_key, table.has_sort_key() ? ", " : "", table.sort_key));
}

Result<CheckedTable> check(const ModelCheckCommand& command) {
  const auto observed = TRY(observe_table(command.file, command.table, command.like));
  const auto client = TRY(open_endpoint(command.target));
  const TableFacts facts = TRY(describe_table(*client, command.table));
  TRY(check_key(facts, *observed.table));
  const auto now = std::chrono::floor<model::Duration>(Clock::system().wall_now());
  Mutex mutex;
  registry::ItemExaminer examiner(observed.rules, now);
  CheckedTable checked;
  TransferProgress progress("checking " + facts.name);
  if (const auto count = facts.item_count(); count > 0) progress.expect_items(count);
  const SegmentScan scan{.client = *client, .table = facts.name, .threads = command.threads};
  TRY(scan_segments(scan, [&](const client::ItemPage& page) -> Status {
    // To judge an item takes far less time than to get it here.
    const MutexLock lock(mutex);
    for (std::size_t i = 0; i < page.items.size(); ++i) {
      const ItemView item = page.items.at(i);
      examiner.examine(item);
      const model::Entity* const entity = observed.rules.entity_of(item);
      ++checked.entities[entity != nullptr ? entity->name : std::string()];
    }
    progress.add(page.items.size(), page.items.size_bytes());
    return {};
  }));
  checked.impact = std::move(examiner).take();
  checked.impact.table = facts.name;
  return checked;
}

std::string entities_line(const EntityCounts& entities) {
  std::string line;
  for (const auto& [name, count] : entities) {
    line += fmt::format("{}{} {}", line.empty() ? "  " : ", ", grouped_digits(count),
                        name.empty() ? "of no entity" : name);
  }
  return line.empty() ? line : line + "\n";
}

std::string json_of(const CheckedTable& checked) {
  JsonText json(JsonLayout::Compact);
  json.open_object();
  json.name("checked");
  json.raw(registry::to_json(checked.impact));
  json.name("entities");
  json.open_object();
  for (const auto& [name, count] : checked.entities) {
    json.member(name, Number(static_cast<std::int64_t>(count)));
  }
  json.close_object();
  json.close_object();
  return std::move(json).take() + "\n";
}

}  // namespace

ExitCode check_table_by_model(const ModelCheckCommand& command) {
  const auto checked = check(command);
  if (!checked.ok()) return data_failure(checked.error(), command.target);
  print(command.prints_json
            ? json_of(*checked)
            : registry::to_text(checked->impact) + entities_line(checked->entities));
  return checked->is_as_wanted() ? ExitCode::Ok : ExitCode::Failed;
}

}  // namespace partita::cli

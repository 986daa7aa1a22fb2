#include "wire/metrics/shown_tables.h"

#include <algorithm>
#include <cstdint>
#include <utility>

namespace partita::metrics {
namespace {

using catalog::Usage;
using Subjects = std::set<Usage::Subject>;
using Sums = std::map<Usage::Subject, catalog::Used>;

Subjects subjects_of(std::span<const catalog::TablePointer> tables) {
  Subjects subjects;
  for (const auto& table : tables) {
    subjects.emplace(table->id, keys::IndexId::Base);
    for (const auto& index : table->indexes) subjects.emplace(table->id, index.id);
  }
  return subjects;
}

bool is_index(const Usage::Subject& subject) { return subject.second != keys::IndexId::Base; }

void set_provisioned(TableRow& row, const api::ProvisionedThroughputDescription& throughput) {
  row.provisioned_read_units = static_cast<double>(throughput.read_capacity_units.value_or(0));
  row.provisioned_write_units = static_cast<double>(throughput.write_capacity_units.value_or(0));
}

void add(TableRow& sum, const TableRow& row) {
  sum.used += row.used;
  sum.counts += row.counts;
  sum.provisioned_read_units += row.provisioned_read_units;
  sum.provisioned_write_units += row.provisioned_write_units;
}

}  // namespace

void ShownTables::choose(std::span<const catalog::TablePointer> tables) {
  const Subjects there = subjects_of(tables);
  const auto is_gone = [&](const auto& subject) { return !there.contains(subject); };
  std::erase_if(shown_, is_gone);
  std::erase_if(others_, is_gone);
  const auto shown_indexes =
      static_cast<std::size_t>(std::count_if(shown_.begin(), shown_.end(), is_index));
  std::size_t tables_left = kTablesMax - std::min(kTablesMax, shown_.size() - shown_indexes);
  std::size_t indexes_left = kIndexesMax - std::min(kIndexesMax, shown_indexes);
  for (const auto& subject : there) {
    if (shown_.contains(subject) || others_.contains(subject)) continue;
    std::size_t& left = is_index(subject) ? indexes_left : tables_left;
    const bool has_table = shown_.contains({subject.first, keys::IndexId::Base});
    const bool has_place = left > 0 && (!is_index(subject) || has_table);
    (has_place ? shown_ : others_).insert(subject);
    if (has_place) --left;
  }
}

std::vector<TableRow> ShownTables::rows(const catalog::Catalog& catalog) {
  // The sums first: what is used after them is of a table that is listed then.
  const Sums sums = catalog.usage().sums();
  const auto tables = catalog.list_after("", SIZE_MAX);
  choose(tables);
  for (const auto& [subject, used] : sums) {
    if (!shown_.contains(subject) && !others_.contains(subject)) catalog.usage().forget(subject);
  }
  std::vector<TableRow> rows;
  TableRow rest{.table = std::string(kOther), .index = {}, .used = catalog.usage().gone()};
  const auto place = [&](const Usage::Subject& subject, TableRow row) {
    const auto used = sums.find(subject);
    if (used != sums.end()) row.used = used->second;
    row.counts = catalog.statistics().counts_of(subject.first, subject.second);
    if (shown_.contains(subject)) {
      rows.push_back(std::move(row));
    } else {
      // Entries of indexes are no items.
      if (is_index(subject)) row.counts = {};
      add(rest, row);
    }
  };
  for (const auto& table : tables) {
    TableRow of_table{.table = table->name, .index = {}};
    set_provisioned(of_table, table->settings.provisioned_throughput);
    place({table->id, keys::IndexId::Base}, std::move(of_table));
    for (const auto& index : table->indexes) {
      TableRow of_index{.table = table->name, .index = index.name};
      set_provisioned(of_index, index.settings.provisioned_throughput);
      place({table->id, index.id}, std::move(of_index));
    }
  }
  rows.push_back(std::move(rest));
  return rows;
}

}  // namespace partita::metrics

#pragma once

#include <algorithm>
#include <string_view>
#include <utility>

#include "store/catalog/catalog.h"

// Lists of tables in the order of their names.
namespace partita::catalog {

// Where the table of that name stands or would stand.
template <typename Tables>
auto position_of(Tables& tables, std::string_view name) {
  return std::lower_bound(tables.begin(), tables.end(), name,
                          [](const TablePointer& table, std::string_view wanted) {
                            return table->name.compare(wanted) < 0;
                          });
}

template <typename Tables>
bool is_named(const Tables& tables, typename Tables::const_iterator at, std::string_view name) {
  return at != tables.end() && (*at)->name == name;
}

// Puts the table where its name belongs, in place of another one of that name.
template <typename Tables>
void place(Tables& tables, TablePointer table) {
  const auto at = position_of(tables, table->name);
  if (is_named(tables, at, table->name)) {
    *at = std::move(table);
  } else {
    tables.insert(at, std::move(table));
  }
}

}  // namespace partita::catalog

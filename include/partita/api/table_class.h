#pragma once

#include <array>
#include <optional>
#include <string_view>
#include <tuple>

#include "partita/api/shape.h"
#include "partita/api/timestamp.h"

namespace partita::api {

// Which of AWS's price lists applies to a table. Stored and described; it changes nothing else.
enum class TableClass { Standard, StandardInfrequentAccess };
inline constexpr std::array<std::string_view, 2> kTableClassWords = {"STANDARD",
                                                                     "STANDARD_INFREQUENT_ACCESS"};
constexpr EnumWords wire_names(TableClass) { return kTableClassWords; }

// The class of a table, and when it was changed last.
struct TableClassSummary {
  std::optional<TableClass> table_class;
  std::optional<Timestamp> last_update_date_time;

  static constexpr auto shape() {
    using Self = TableClassSummary;
    return std::tuple(optional("TableClass", &Self::table_class),
                      optional("LastUpdateDateTime", &Self::last_update_date_time));
  }
};

}  // namespace partita::api

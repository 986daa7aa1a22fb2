#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "language/value/write_kind.h"
#include "model/formula/timestamp.h"
#include "partita/value/item_view.h"
#include "partita/value/number.h"

namespace partita::rules {

// One write of one item, with all that rules may ask about it. Owns nothing.
struct JudgedWrite {
  WriteKind kind = WriteKind::Put;
  std::optional<ItemView> before;
  // The item as the request wants it, key attributes included; nullopt for Delete and Expire.
  std::optional<ItemView> after;
  model::Instant now{};
  // Of Update: the attributes that its expression names as targets, even if their values stay.
  std::span<const std::string_view> targets;
  std::string_view role;           // Of the caller; empty: none.
  std::string_view correlation;    // By which the caller follows the request; empty: none.
  std::optional<Number> expected;  // The revision or version that the caller has seen.
  bool is_server = false;          // The server writes of its own accord.
  // The number of the newest version that an item with this key had, which was deleted since.
  std::optional<Number> last_version;
};

}  // namespace partita::rules

#pragma once

#include <span>
#include <string>
#include <string_view>

#include "partita/base/bytes.h"
#include "partita/value/item_view.h"
#include "partita/value/value.h"

namespace partita {

// The stored form of an item or a value: what ItemView and ValueView read. Equal items have equal
// bytes.
// REQUIRES: check_item accepts the item. Nesting beyond the limit is a bug and stops the program.
Bytes encode(const Item& item);
Bytes encode(const Value& value);
void append_encoded(Bytes& bytes, const Item& item);
void append_encoded(Bytes& bytes, const Value& value);

// Appends the stored form of an item that has only those attributes of `item` which `names` lists;
// names that the item lacks are ignored. The attributes are copied without decoding them.
void append_projected(Bytes& bytes, const ItemView& item, std::span<const std::string_view> names);
void append_projected(Bytes& bytes, const ItemView& item, std::span<const std::string> names);

}  // namespace partita

#pragma once

#include <string>

#include "partita/value/item_view.h"
#include "store/table_exports/export_formats.h"

// Items as AWS exports them in ION: a line of Ion text for each, which begins with the version of
// the language. Numbers are decimals, sets are lists with an annotation.
namespace partita::formats {

// $ion_1_0 {Item:{Id:103.,Price:2d3,Authors:$dynamodb_SS::["a","b"]}}
void append_ion_item(std::string& text, const ItemView& item);

// $ion_1_0 {Record:{Keys:{..},Metadata:{WriteTimestampMicros:..},OldImage:{..},NewImage:{..}}};
// what is not there is left out.
void append_ion_change(std::string& text, const table_exports::ChangedItem& change);

}  // namespace partita::formats

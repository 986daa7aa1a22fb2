#pragma once

#include <string>

#include "partita/value/item_view.h"
#include "store/table_exports/export_formats.h"

// Items as AWS exports them in DYNAMODB_JSON: a line for each.
namespace partita::formats {

// {"Item":{"pk":{"S":"a"}}}
void append_json_item(std::string& text, const ItemView& item);

// {"Metadata":{"WriteTimestampMicros":{"N":"1731999999999000"}},"Keys":{...},"OldImage":{...},
//  "NewImage":{...}}, in one line; what is not there is left out.
void append_json_change(std::string& text, const table_exports::ChangedItem& change);

}  // namespace partita::formats

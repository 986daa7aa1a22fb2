#pragma once

#include <string>
#include <string_view>

#include "partita/base/result.h"
#include "store/catalog/catalog.h"
#include "wire/protocol/http_request.h"

namespace partita::rest {

// How many items can be decoded at once.
inline constexpr std::size_t kDecodedItemsMax = 2'000;

// Which entities of the table's model the items are that the body has, {"Items": [{"pk": {"S":
// ..}}, ..]}, in their order:
//   {"items": [{"entity": "Album", "own": true, "id": "7", "variables": {"albumIndex": 7}}, ..]}
// `own`: it is the entity's own row, and not one that the server writes with it (the other side of
// an edge, a version). `variables`: what its key stands for. A key is enough of an item, unless its
// entity is recognised by another attribute. Reads no data.
// ERRORS: a refusal for the body; NotFound for the table.
Result<std::string> decoded_document(const catalog::Catalog& catalog, std::string_view table,
                                     const protocol::HttpRequest& request);

}  // namespace partita::rest

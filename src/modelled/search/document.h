#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "engine/engine.h"
#include "modelled/search/counts.h"
#include "modelled/search/search_keys.h"
#include "partita/base/bytes.h"

namespace partita::search {

// The rows that one item has in a search.
struct Document {
  std::map<Bytes, Bytes> postings;  // By term, encoded.
  Counts totals;                    // 1, and the words of each field.
  Bytes row;                        // Of its document_key.

  friend bool operator==(const Document&, const Document&) = default;
};

// What the row of a document says.
struct DocumentRow {
  Bytes item_key;
  std::vector<std::vector<std::string>> facets;  // For each facet of the search: its values.
};

Bytes encode(const DocumentRow& row);
// nullopt: it is damaged.
std::optional<DocumentRow> decode_document_row(ByteView bytes);

// Buffers what becomes of the rows of an item that was one document and is another; null: none.
// Blind: nothing is read. Rows that stay as they are are not touched.
void replace(engine::Transaction& transaction, const SearchRef& search, const Doc& doc,
             const Document* before, const Document* after);

}  // namespace partita::search

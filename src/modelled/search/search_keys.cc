#include "modelled/search/search_keys.h"

#include <utility>

#include "modelled/search/counts.h"
#include "store/keys/item_keys.h"
#include "store/keys/key_builder.h"

namespace partita::search {
namespace {

enum class Row : std::uint8_t {
  Posting = 0,    // DO NOT CHANGE: stored.
  Document = 1,   // DO NOT CHANGE
  Frequency = 2,  // DO NOT CHANGE
  Totals = 3,     // DO NOT CHANGE
  Progress = 4,   // DO NOT CHANGE
  Touch = 5,      // DO NOT CHANGE
};

constexpr char kEndOfTerm = '\0';
constexpr std::size_t kHeadBytes = 1 + sizeof(keys::TableId) + sizeof(SearchId) + sizeof(Row);

keys::KeyBuilder begin_row(const SearchRef& search, Row row, std::size_t more_bytes = 0) {
  keys::KeyBuilder builder(keys::kSearchSpace, kHeadBytes + more_bytes);
  builder.integer(search.table).integer(search.id).integer(row);
  return builder;
}

Bytes term_key(const SearchRef& search, Row row, ByteView term, std::size_t more_bytes = 0) {
  Bytes key = begin_row(search, row, term.size() + 1 + more_bytes).bytes(term).take();
  key.push_back(kEndOfTerm);
  return key;
}

keys::KeyRange row_range(const SearchRef& search, Row row) {
  return keys::prefix_range(begin_row(search, row).take());
}

bool is_row(ByteView key, Row row) {
  return key.size() >= kHeadBytes && key.front() == static_cast<char>(keys::kSearchSpace) &&
         key[kHeadBytes - 1] == static_cast<char>(row);
}

}  // namespace

Doc doc_of(ByteView item_key) {
  return doc_from(keys::hash_item(item_key).view().substr(0, Doc::kBytes));
}

Doc doc_from(ByteView bytes) {
  Doc doc;
  bytes.copy(doc.bytes.data(), Doc::kBytes);
  return doc;
}

Bytes posting_key(const SearchRef& search, ByteView term, const Doc& doc) {
  return term_key(search, Row::Posting, term, Doc::kBytes).append(doc.view());
}

Bytes document_key(const SearchRef& search, const Doc& doc) {
  return begin_row(search, Row::Document, Doc::kBytes).bytes(doc.view()).take();
}

Bytes frequency_key(const SearchRef& search, ByteView term) {
  return term_key(search, Row::Frequency, term);
}

Bytes totals_key(const SearchRef& search) { return begin_row(search, Row::Totals).take(); }

building::PlanRows plan_rows(const SearchRef& search) {
  return {.position_key = begin_row(search, Row::Progress).take(),
          .touch_prefix = begin_row(search, Row::Touch).take()};
}

keys::KeyRange postings_range(const SearchRef& search, ByteView term) {
  return keys::prefix_range(term_key(search, Row::Posting, term));
}

keys::KeyRange all_postings_range(const SearchRef& search) {
  return row_range(search, Row::Posting);
}
keys::KeyRange all_documents_range(const SearchRef& search) {
  return row_range(search, Row::Document);
}

keys::KeyRange frequencies_range(const SearchRef& search, ByteView beginning) {
  return keys::prefix_range(
      begin_row(search, Row::Frequency, beginning.size()).bytes(beginning).take());
}

keys::KeyRange search_range(const SearchRef& search) {
  keys::KeyBuilder builder(keys::kSearchSpace, kHeadBytes);
  return keys::prefix_range(builder.integer(search.table).integer(search.id).take());
}

keys::KeyRange search_range_of(ByteView key) {
  return keys::prefix_range(Bytes(key.substr(0, kHeadBytes - sizeof(Row))));
}

keys::KeyRange table_searches_range(keys::TableId table) {
  return keys::space_range(keys::kSearchSpace, table);
}

std::optional<PostingKeyParts> parse_posting_key(ByteView key) {
  constexpr std::size_t kTailBytes = 1 + Doc::kBytes;
  if (!is_row(key, Row::Posting) || key.size() < kHeadBytes + kTailBytes) return std::nullopt;
  const ByteView term = key.substr(kHeadBytes, key.size() - kHeadBytes - kTailBytes);
  if (key[key.size() - kTailBytes] != kEndOfTerm) return std::nullopt;
  return PostingKeyParts{.term = term, .doc = doc_from(key.substr(key.size() - Doc::kBytes))};
}

std::optional<ByteView> parse_frequency_key(ByteView key) {
  if (!is_row(key, Row::Frequency) || key.size() <= kHeadBytes || key.back() != kEndOfTerm) {
    return std::nullopt;
  }
  return key.substr(kHeadBytes, key.size() - kHeadBytes - 1);
}

engine::Combine search_kind(ByteView key) {
  return is_row(key, Row::Frequency) || is_row(key, Row::Totals) ? &combine_counts : nullptr;
}

}  // namespace partita::search

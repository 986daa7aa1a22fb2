#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "engine/write_set.h"
#include "modelled/building/plans.h"
#include "partita/base/bytes.h"
#include "store/keys/key_range.h"
#include "store/keys/key_space.h"
#include "store/keys/search_space.h"

// The rows of searches: keys::kSearchSpace. Integers are big-endian.
//
// key := 0F table:u32 search:u64 row
// row := 00 term 00 doc:12   a posting: where the term is in the item (posting.cc)
//      | 01 doc:12           the item's key, and its values of facets (document.cc)
//      | 02 term 00          in how many items the term is; merged
//      | 03                  how many items there are, and how many words each field has; merged
//      | 04                  how far it is built
//      | 05 shard:u8         a write ahead of the builder
//
// term := class text         terms.h
// doc  := the first 12 bytes of hash_item()
//
// A posting has the item in its key, and what many items share is merged: writers of different
// items never meet, however frequent a word is.

namespace partita::search {

// A fingerprint of all that the rows depend on: a search that is declared otherwise has rows of its
// own. Weights are not among it: they count when a question is asked.
enum class SearchId : std::uint64_t {};

// Whose rows.
struct SearchRef {
  keys::TableId table;
  SearchId id;

  friend bool operator==(const SearchRef&, const SearchRef&) = default;
};

// Which item, inside one search.
struct Doc {
  static constexpr std::size_t kBytes = 12;

  std::array<char, kBytes> bytes{};

  ByteView view() const { return {bytes.data(), bytes.size()}; }
  friend bool operator==(const Doc&, const Doc&) = default;
  // As keys are sorted: bytes without a sign.
  friend std::strong_ordering operator<=>(const Doc& left, const Doc& right) {
    return left.view() <=> right.view();
  }
};

// `item_key` is that of the item in the engine.
Doc doc_of(ByteView item_key);
// REQUIRES: so many bytes.
Doc doc_from(ByteView bytes);

Bytes posting_key(const SearchRef& search, ByteView term, const Doc& doc);
Bytes document_key(const SearchRef& search, const Doc& doc);
Bytes frequency_key(const SearchRef& search, ByteView term);
Bytes totals_key(const SearchRef& search);
// How far it is built (building::Plans).
building::PlanRows plan_rows(const SearchRef& search);

keys::KeyRange postings_range(const SearchRef& search, ByteView term);
keys::KeyRange all_postings_range(const SearchRef& search);
keys::KeyRange all_documents_range(const SearchRef& search);
// Of all terms that begin so.
keys::KeyRange frequencies_range(const SearchRef& search, ByteView beginning);
// Everything of one search; of the search that a key is a row of. REQUIRES: a key of the space.
keys::KeyRange search_range(const SearchRef& search);
keys::KeyRange search_range_of(ByteView key);
keys::KeyRange table_searches_range(keys::TableId table);

// The term and the item of a posting, the term of a frequency; nullopt: it is no such key.
struct PostingKeyParts {
  ByteView term;
  Doc doc;
};
std::optional<PostingKeyParts> parse_posting_key(ByteView key);
std::optional<ByteView> parse_frequency_key(ByteView key);

// How frequencies and totals are merged; null: the key is none of them.
engine::Combine search_kind(ByteView key);

}  // namespace partita::search

#include "modelled/search/document.h"

#include <utility>

#include "partita/base/varint.h"

// row   := item_key:text facet*
// facet := values:varint text*
// text  := bytes:varint byte*

namespace partita::search {
namespace {

constexpr std::uint64_t kValuesMax = 1000;

void append_sized(Bytes& bytes, ByteView text) {
  append_varint(bytes, text.size());
  bytes.append(text);
}

std::optional<ByteView> take_sized(ByteView& bytes) {
  const auto size = take_varint(bytes);
  if (!size || *size > bytes.size()) return std::nullopt;
  const ByteView text = bytes.substr(0, *size);
  bytes.remove_prefix(*size);
  return text;
}

const std::map<Bytes, Bytes>& postings_of(const Document* document) {
  static const std::map<Bytes, Bytes> kNone;
  return document == nullptr ? kNone : document->postings;
}

void replace_postings(engine::Transaction& transaction, const SearchRef& search, const Doc& doc,
                      const std::map<Bytes, Bytes>& before, const std::map<Bytes, Bytes>& after) {
  for (const auto& [term, posting] : before) {
    if (after.contains(term)) continue;
    transaction.erase(posting_key(search, term, doc));
    transaction.merge(frequency_key(search, term), encode(Counts{-1}));
  }
  for (const auto& [term, posting] : after) {
    const auto known = before.find(term);
    const bool is_new = known == before.end();
    if (is_new || known->second != posting) {
      transaction.put(posting_key(search, term, doc), posting);
    }
    if (is_new) transaction.merge(frequency_key(search, term), encode(Counts{1}));
  }
}

}  // namespace

Bytes encode(const DocumentRow& row) {
  Bytes bytes;
  append_sized(bytes, row.item_key);
  for (const auto& values : row.facets) {
    append_varint(bytes, values.size());
    for (const std::string& value : values) append_sized(bytes, value);
  }
  return bytes;
}

std::optional<DocumentRow> decode_document_row(ByteView bytes) {
  const auto item_key = take_sized(bytes);
  if (!item_key) return std::nullopt;
  DocumentRow row{.item_key = Bytes(*item_key), .facets = {}};
  while (!bytes.empty()) {
    const auto values = take_varint(bytes);
    if (!values || *values > kValuesMax) return std::nullopt;
    auto& facet = row.facets.emplace_back();
    for (std::uint64_t i = 0; i < *values; ++i) {
      const auto value = take_sized(bytes);
      if (!value) return std::nullopt;
      facet.emplace_back(*value);
    }
  }
  return row;
}

void replace(engine::Transaction& transaction, const SearchRef& search, const Doc& doc,
             const Document* before, const Document* after) {
  replace_postings(transaction, search, doc, postings_of(before), postings_of(after));
  if (after == nullptr) {
    if (before != nullptr) transaction.erase(document_key(search, doc));
  } else if (before == nullptr || before->row != after->row) {
    transaction.put(document_key(search, doc), after->row);
  }
  Counts change = after == nullptr ? Counts{} : after->totals;
  if (before != nullptr) add(change, negative(before->totals));
  const bool is_changed = change != Counts(change.size(), 0);
  if (is_changed) transaction.merge(totals_key(search), encode(change));
}

}  // namespace partita::search

#include "modelled/serving/idempotency.h"

#include <fmt/format.h>

#include "partita/base/big_endian.h"
#include "partita/value/item_codec.h"
#include "store/keys/key_space.h"

// What is stored as the note of a token's record:
//
//   note := version:u8 is_created:u8 key*
//   key  := bytes                                an item of the key attributes, in its stored form
//
// What is hashed to tell requests apart:
//
//   request  := pattern arguments expected:u8 bytes? body*
//   pattern  := bytes bytes bytes                model, version, name
//   arguments := count:u32 (bytes bytes)*        sorted by name
//   body     := bytes                            in its stored form
//
//   bytes := length:u32 byte[length]
//
// Integers are big-endian.

namespace partita::serving {
namespace {

constexpr std::uint8_t kNoteVersion = 1;  // DO NOT CHANGE: stored.
constexpr std::size_t kNoteHeadBytes = 2;

Bytes form_of(const model::Model& model, const model::Pattern& pattern,
              const PatternWriteRequest& request, std::span<const Item> bodies) {
  Bytes form;
  append_with_length(form, model.name);
  append_with_length(form, fmt::to_string(model.version));
  append_with_length(form, pattern.name);
  append_integer(form, static_cast<std::uint32_t>(request.arguments.all().size()));
  for (const auto& [name, value] : request.arguments.all()) {
    append_with_length(form, name);
    append_with_length(form, value);
  }
  form.push_back(request.expected_revision ? '\1' : '\0');
  if (request.expected_revision) append_with_length(form, *request.expected_revision);
  for (const Item& body : bodies) append_with_length(form, partita::encode(body));
  return form;
}

Error damaged() { return Error::corrupt("the note of an idempotency key is damaged"); }

}  // namespace

// A ClientRequestToken has at most 36 characters, so that none is ever taken for this one.
operations::TransactionToken idempotency_token(const model::Model& model,
                                               const model::Pattern& pattern,
                                               const PatternWriteRequest& request,
                                               std::span<const Item> bodies) {
  const std::string name = fmt::format("the idempotency key of a model's pattern\n{}\n{}\n{}",
                                       model.name, pattern.name, request.idempotency_key);
  return {.record_key = keys::request_token_key(name),
          .fingerprint = keys::hash_bytes(form_of(model, pattern, request, bodies))};
}

Bytes encode(const AnswerNote& note) {
  Bytes bytes;
  bytes.push_back(static_cast<char>(kNoteVersion));
  bytes.push_back(note.is_created ? '\1' : '\0');
  for (const EncodedItem& key : note.keys) append_with_length(bytes, key.bytes());
  return bytes;
}

Result<AnswerNote> decode_answer_note(ByteView bytes) {
  ByteReader reader(bytes);
  if (!reader.has(kNoteHeadBytes)) return damaged();
  if (reader.integer<std::uint8_t>() != kNoteVersion) return damaged();
  AnswerNote note;
  note.is_created = reader.integer<std::uint8_t>() != 0;
  while (!reader.rest().empty()) {
    if (!reader.has(sizeof(std::uint32_t))) return damaged();
    const auto key_bytes = reader.integer<std::uint32_t>();
    if (!reader.has(key_bytes)) return damaged();
    const auto key = ItemView::parse(reader.bytes(key_bytes));
    if (!key.ok()) return damaged();
    note.keys.emplace_back(*key);
  }
  return note;
}

}  // namespace partita::serving

#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "partita/base/bytes.h"
#include "partita/base/result.h"
#include "store/keys/key_value.h"

namespace partita::keys {

// Values as bytes whose memcmp order is the order of the values.
//
//   form        where it may stand    string, binary         number
//   raw         last in a key         its own bytes          number_codec.cc
//   comparable  anywhere in a key     group_codec.cc         number_codec.cc
//
// raw is shorter and is what the sort key of a table's item needs: nothing follows it.
// comparable keeps order under concatenation, so several in a row (a tuple) compare value by
// value: the form of a multi-attribute index key.
//
// There is no type tag: the type of each attribute is fixed for the life of a table or an index,
// whose id stands earlier in the key and is never used again. Only values of one type compare.
enum class KeyForm { Raw, Comparable };

void append_raw(Bytes& key, const KeyValue& value);
void append_comparable(Bytes& key, const KeyValue& value);
void append_value(Bytes& key, const KeyValue& value, KeyForm form);
void append_tuple(Bytes& key, std::span<const KeyValue> values);

// How many bytes the value needs at most, in either form: what to reserve.
std::size_t encoded_bytes_max(const KeyValue& value);
std::size_t tuple_bytes_max(std::span<const KeyValue> values);

// The way back. What is accepted encodes to the very same bytes again. Strings are not checked to
// be UTF-8: what was put in comes out.
// ERRORS: Corrupt, naming the damage.

// Takes all of `input` as one value.
Result<OwnedKeyValue> decode_raw(ByteView input, KeyValueType type);
// Reads one value from the front of `input` and moves `input` behind it.
Result<OwnedKeyValue> take_comparable(ByteView& input, KeyValueType type);
// Takes all of `input` as one value of each type, in order.
Result<std::vector<OwnedKeyValue>> decode_tuple(ByteView input,
                                                std::span<const KeyValueType> types);

}  // namespace partita::keys

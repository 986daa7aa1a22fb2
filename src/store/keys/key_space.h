#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "partita/base/bytes.h"
#include "store/keys/key_range.h"

// The map of the key space, the same on every engine. Integers are big-endian; hash is the 20
// bytes of keys/key_hash.h.
//
// key := 00 name                                                   our own metadata
//      | 01 name                                                   a table's descriptor
//      | 02 table:u32 0000 partition:hash raw?                     an item
//      | 02 table:u32 index:u16 partition:hash tuple item:hash     an index entry
//      | 03                                                        reserved
//      | 04 stream:u32 shard:u16 stamp:u64                         a change in a stream's log
//      | 05 token:hash                                             a request token
//      | 06 shard:u8 second:u64 table:u32 item:hash                an item that expires
//      | 07 table:u32 constraint:hash value:hash                   a value that is unique
//      | 07 table:u32 reference:hash target:hash referrer:hash     who refers to an item
//      | 07 table:u32 reference:hash target:hash                   that somebody does
//      | 07 table:u32 constraint:hash                              how far a constraint holds
//      | 07 table:u32 constraint:hash 00                           how far its values are claimed
//      | 08 table:u32 rollup:u64 row                               a sum that a model declares
//      | 09 table:u32 partition:hash                               the size of an item collection
//      | 0A table:u32 index:u16                                    how much is in a table or index
//      | 0B table:u32 period:u16 day:u16 partition:hash grouped? stamp:u64   what an item was
//
// Keys of 02 are built in item_keys.h, 04 in stream_keys.h, 06 in ttl_keys.h, 07 in
// unique_keys.h, 08 in rollups/rollup_keys.h, 09 in collection_keys.h, 0A in catalog/statistics.cc,
// 0B in history_keys.h.
//
// raw, tuple     the sort attributes as in keys/key_codec.h, raw for a table, a tuple for an index
// partition:hash of all partition attributes of the table or the index
// item:hash      of the item's own key, from partition:hash to its end: one table's item
//
// Reasons: a partition key is only compared for equality; its hash spreads keys evenly, defines the
// order of a Scan, and makes its segments ranges. Each index has its own range of keys, so that a
// Scan of the table does not read it. An index entry ends in a hash because that part only has to
// be unique. No key except those of logs starts with a counter or a time, so that writes are not
// concentrated at the end of a range.
namespace partita::keys {

enum class Space : std::uint8_t {
  Metadata = 0x00,          // DO NOT CHANGE: stored.
  TableDescriptors = 0x01,  // DO NOT CHANGE
  Items = 0x02,             // DO NOT CHANGE
  StreamLog = 0x04,         // DO NOT CHANGE
  RequestTokens = 0x05,     // DO NOT CHANGE
  TtlQueue = 0x06,          // DO NOT CHANGE
  UniqueValues = 0x07,      // DO NOT CHANGE
  Rollups = 0x08,           // DO NOT CHANGE
  ItemCollections = 0x09,   // DO NOT CHANGE
  Statistics = 0x0A,        // DO NOT CHANGE
  History = 0x0B,           // DO NOT CHANGE
};

// Never reused for another table, index or stream, because old keys may outlive their table.
enum class TableId : std::uint32_t {};
enum class IndexId : std::uint16_t { Base = 0 };  // DO NOT CHANGE: the items of the table itself.
enum class StreamId : std::uint32_t {};

// The maximum length of a key, if the sort attributes of a table or an index have at most 1024
// bytes together, which is DynamoDB's limit.
inline constexpr std::size_t kKeyBytesMax = 1300;

KeyRange space_range(Space space);
// All rows of a table there. REQUIRES: keys of the space begin with the table.
KeyRange space_range(Space space, TableId table);

Bytes metadata_key(std::string_view name);

// Sorted by the bytes of the name, as ListTables answers.
Bytes table_descriptor_key(std::string_view table_name);

// A ClientRequestToken, hashed because the client chooses it and its length.
Bytes request_token_key(std::string_view token);

}  // namespace partita::keys

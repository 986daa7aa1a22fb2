#pragma once

#include <string>
#include <string_view>

#include "modelled/syncs/courier.h"
#include "partita/value/item_view.h"
#include "wire/outgoing/answer_reader.h"

// States of items as the bulk API of Elasticsearch, OpenSearch and others takes them: two lines for
// a document, one for a document that goes.
//
//   {"index":{"_index":"artists","_id":"ARTIST#456/#METADATA","version":1042,
//    "version_type":"external"}}
//   {"name":"Ravi Shankar"}
//   {"delete":{"_index":"artists","_id":"ARTIST#789/#METADATA","version":1043,
//    "version_type":"external"}}
//
// The version is the stamp of the event, so a search engine that has a newer state of the item
// refuses an older one, however late that arrives.
namespace partita::deliveries {

// "/_bulk" behind the path of the address: "/search?pipeline=x" is "/search/_bulk?pipeline=x".
std::string bulk_path(std::string_view target);

std::string bulk_body(const syncs::Parcel& parcel);

// What names a document: the values of the item's key with "/" between them, "%" and "/" in them
// written as %25 and %2F. One of more than 512 bytes, which search engines refuse, is named
// "sha256:" and its hash.
std::string document_id(const model::Table& table, const ItemView& image);

// What the answer means for each event. An answer that does not fit what was asked counts as none.
syncs::Receipt bulk_receipt(const outgoing::CallAnswer& answer, const syncs::Parcel& parcel);

}  // namespace partita::deliveries

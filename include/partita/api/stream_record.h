#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>

#include "partita/api/shape.h"
#include "partita/api/stream_specification.h"
#include "partita/api/timestamp.h"
#include "partita/value/encoded_item.h"

// One change of one item, as DynamoDB Streams reports it. On the wire the names of some members
// begin with a small letter, as AWS has them; those inside `dynamodb` and `userIdentity` do not.
namespace partita::api {

// A put or update of an item that was not there; of one that was; a deletion. A write that leaves
// the item as it was makes no record.
enum class OperationType { Insert, Modify, Remove };
inline constexpr std::array<std::string_view, 3> kOperationTypeWords = {"INSERT", "MODIFY",
                                                                        "REMOVE"};
constexpr EnumWords wire_names(OperationType) { return kOperationTypeWords; }

// What was changed.
struct StreamRecord {
  Timestamp approximate_creation_date_time;
  EncodedItem keys;
  // The item after and before the change, if the view type of the stream includes it and the item
  // existed then.
  std::optional<EncodedItem> new_image;
  std::optional<EncodedItem> old_image;
  std::string sequence_number;  // Unique within the stream, and greater than of every older record.
  std::int64_t size_bytes = 0;  // Of the key and the images, as DynamoDB counts them.
  StreamViewType stream_view_type{};

  static constexpr auto shape() {
    using Self = StreamRecord;
    return std::tuple(
        required("ApproximateCreationDateTime", &Self::approximate_creation_date_time),
        required("Keys", &Self::keys), optional("NewImage", &Self::new_image),
        optional("OldImage", &Self::old_image), required("SequenceNumber", &Self::sequence_number),
        required("SizeBytes", &Self::size_bytes),
        required("StreamViewType", &Self::stream_view_type));
  }
};

// Who made a change, if it was not a client: for an item that has expired, type "Service" and
// principal_id "dynamodb.amazonaws.com".
struct Identity {
  std::string principal_id;
  std::string type;

  static constexpr auto shape() {
    using Self = Identity;
    return std::tuple(required("PrincipalId", &Self::principal_id), required("Type", &Self::type));
  }
};

// A change with its origin. The members that AWS sets to constants (version, source, region) have
// AWS's values.
struct Record {
  std::string event_id;
  OperationType event_name{};
  std::string event_version;
  std::string event_source;
  std::string aws_region;
  StreamRecord dynamodb;
  std::optional<Identity> user_identity;

  static constexpr auto shape() {
    using Self = Record;
    return std::tuple(
        required("eventID", &Self::event_id), required("eventName", &Self::event_name),
        required("eventVersion", &Self::event_version),
        required("eventSource", &Self::event_source), required("awsRegion", &Self::aws_region),
        required("dynamodb", &Self::dynamodb), optional("userIdentity", &Self::user_identity));
  }
};

}  // namespace partita::api

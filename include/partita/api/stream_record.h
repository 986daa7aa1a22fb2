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

// One change of one item, as DynamoDB Streams tells it. Some of its members have small first
// letters on the wire; those of `dynamodb` and `userIdentity` have not.
namespace partita::api {

enum class OperationType { Insert, Modify, Remove };
inline constexpr std::array<std::string_view, 3> kOperationTypeWords = {"INSERT", "MODIFY",
                                                                        "REMOVE"};
constexpr EnumWords wire_names(OperationType) { return kOperationTypeWords; }

// The change itself.
struct StreamRecord {
  Timestamp approximate_creation_date_time;
  EncodedItem keys;
  // As the view type of the stream asks for them, and as far as there was an item.
  std::optional<EncodedItem> new_image;
  std::optional<EncodedItem> old_image;
  std::string sequence_number;
  std::int64_t size_bytes = 0;
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

// Who made a change, if it was the service itself.
struct Identity {
  std::string principal_id;
  std::string type;

  static constexpr auto shape() {
    using Self = Identity;
    return std::tuple(required("PrincipalId", &Self::principal_id), required("Type", &Self::type));
  }
};

// A change with what surrounds it: who, where, which.
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

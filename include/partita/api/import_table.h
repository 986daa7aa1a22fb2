#pragma once

#include <optional>
#include <string>
#include <tuple>

#include "partita/api/import_description.h"
#include "partita/api/shape.h"

namespace partita::api {

// Creates a table from objects in a bucket. The response comes at once. Until all objects have been
// read, the import is IN_PROGRESS and the table is Creating. Invalid records are counted and
// written to a log; all others are imported.
// ERRORS: ResourceInUse if there is a table of that name; ImportConflict if the token was used for
// another table; LimitExceeded if too many are in progress; Validation, also if the server has no
// buckets.
struct ImportTableRequest {
  std::optional<std::string> client_token;  // A request that comes twice is one import.
  S3BucketSource s3_bucket_source;
  InputFormat input_format{};
  std::optional<InputFormatOptions> input_format_options;
  std::optional<InputCompressionType> input_compression_type;
  TableCreationParameters table_creation_parameters;

  static constexpr auto shape() {
    using Self = ImportTableRequest;
    return std::tuple(optional("ClientToken", &Self::client_token),
                      required("S3BucketSource", &Self::s3_bucket_source),
                      required("InputFormat", &Self::input_format),
                      optional("InputFormatOptions", &Self::input_format_options),
                      optional("InputCompressionType", &Self::input_compression_type),
                      required("TableCreationParameters", &Self::table_creation_parameters));
  }
};

struct ImportTableResponse {
  std::optional<ImportTableDescription> import_table_description;

  static constexpr auto shape() {
    using Self = ImportTableResponse;
    return std::tuple(optional("ImportTableDescription", &Self::import_table_description));
  }
};

}  // namespace partita::api

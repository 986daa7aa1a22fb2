#pragma once

#include <memory>
#include <string_view>

#include "partita/base/result.h"
#include "store/places/place.h"

namespace partita::outgoing {

// The place that a person names:
//
//   dir=/srv/buckets
//   endpoint=https://s3.example.com,region=eu-central-1,credentials=FILE,ca-file=FILE
//
// Without an endpoint it is AWS's of the region; without a region that is us-east-1. The file has
// what AWS's own tools have in theirs: lines of aws_access_key_id, aws_secret_access_key and
// perhaps aws_session_token, under [default]; without a file the variables of these names count.
// ERRORS: InvalidArgument, which says what is wrong; NotFound without the directory or the file.
Result<std::unique_ptr<places::ObjectPlace>> open_place(std::string_view text);

}  // namespace partita::outgoing

#pragma once

#include <memory>

#include "partita/base/result.h"
#include "store/places/place.h"
#include "wire/outgoing/s3_caller.h"

namespace partita::outgoing {

// The buckets of a server that speaks S3.   ERRORS: as S3Caller::open.
Result<std::unique_ptr<places::ObjectPlace>> open_s3_place(S3Options options);

}  // namespace partita::outgoing

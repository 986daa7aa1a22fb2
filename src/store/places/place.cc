#include "store/places/place.h"

#include <fmt/format.h>

#include <algorithm>

#include "partita/base/utf8.h"

namespace partita::places {
namespace {

constexpr std::size_t kBucketBytesMax = 255;
constexpr std::size_t kKeyBytesMax = 1024;

class FaultDetail final : public ErrorDetail {
 public:
  explicit FaultDetail(PlaceFault fault) : fault_(fault) {}
  PlaceFault fault() const { return fault_; }

 private:
  PlaceFault fault_;
};

ErrorKind kind_of(PlaceFault fault) {
  switch (fault) {
    case PlaceFault::NoSuchBucket:
    case PlaceFault::NoSuchObject:
      return ErrorKind::NotFound;
    case PlaceFault::AccessDenied:
      return ErrorKind::InvalidArgument;
    case PlaceFault::Changed:
      break;
  }
  return ErrorKind::Conflict;
}

bool is_letter_or_digit(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

bool is_of_bucket_name(char c) { return is_letter_or_digit(c) || c == '.' || c == '-' || c == '_'; }

}  // namespace

std::optional<PlaceFault> place_fault_of(const Error& error) {
  const auto* const detail = error.detail<FaultDetail>();
  if (detail == nullptr) return std::nullopt;
  return detail->fault();
}

Error place_error(PlaceFault fault, std::string message) {
  return Error(kind_of(fault), std::move(message), std::make_shared<FaultDetail>(fault));
}

Status check_bucket_name(std::string_view bucket) {
  const bool is_good = bucket.size() >= 2 && bucket.size() <= kBucketBytesMax &&
                       is_letter_or_digit(bucket.front()) && is_letter_or_digit(bucket.back()) &&
                       std::all_of(bucket.begin(), bucket.end(), is_of_bucket_name);
  if (is_good) return {};
  return Error::invalid_argument(
      fmt::format("a bucket can not be called {}: its name has 2 to {} letters, digits, dots, "
                  "hyphens and underscores and begins and ends with a letter or a digit",
                  bucket, kBucketBytesMax));
}

Status check_object_key(std::string_view key) {
  if (!key.empty() && key.size() <= kKeyBytesMax && is_valid_utf8(key)) return {};
  return Error::invalid_argument(
      fmt::format("an object needs a key of 1 to {} bytes of UTF-8", kKeyBytesMax));
}

}  // namespace partita::places

#include "partita/base/error.h"

#include <fmt/format.h>

namespace partita {

std::string_view name_of(ErrorKind kind) {
  switch (kind) {
    case ErrorKind::InvalidArgument:
      return "InvalidArgument";
    case ErrorKind::TooLarge:
      return "TooLarge";
    case ErrorKind::NotFound:
      return "NotFound";
    case ErrorKind::AlreadyExists:
      return "AlreadyExists";
    case ErrorKind::Conflict:
      return "Conflict";
    case ErrorKind::Unavailable:
      return "Unavailable";
    case ErrorKind::Unknown:
      return "Unknown";
    case ErrorKind::Corrupt:
      return "Corrupt";
    case ErrorKind::Internal:
      return "Internal";
  }
  return "Internal";
}

Error::Error(ErrorKind kind, std::string message, std::shared_ptr<const ErrorDetail> detail)
    : content_(std::make_unique<Content>(Content{kind, std::move(message), std::move(detail)})) {}

Error::Error(const Error& other) : content_(std::make_unique<Content>(*other.content_)) {}

Error& Error::operator=(const Error& other) {
  if (this != &other) content_ = std::make_unique<Content>(*other.content_);
  return *this;
}

Error Error::invalid_argument(std::string message) {
  return {ErrorKind::InvalidArgument, std::move(message)};
}
Error Error::too_large(std::string message) { return {ErrorKind::TooLarge, std::move(message)}; }
Error Error::not_found(std::string message) { return {ErrorKind::NotFound, std::move(message)}; }
Error Error::already_exists(std::string message) {
  return {ErrorKind::AlreadyExists, std::move(message)};
}
Error Error::conflict(std::string message) { return {ErrorKind::Conflict, std::move(message)}; }
Error Error::unavailable(std::string message) {
  return {ErrorKind::Unavailable, std::move(message)};
}
Error Error::unknown(std::string message) { return {ErrorKind::Unknown, std::move(message)}; }
Error Error::corrupt(std::string message) { return {ErrorKind::Corrupt, std::move(message)}; }
Error Error::internal(std::string message) { return {ErrorKind::Internal, std::move(message)}; }

std::string Error::to_string() const { return fmt::format("{}: {}", name_of(kind()), message()); }

Error Error::within(std::string_view context) && {
  content_->message = fmt::format("{}: {}", context, content_->message);
  return std::move(*this);
}

}  // namespace partita

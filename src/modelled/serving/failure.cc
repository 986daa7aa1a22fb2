#include "modelled/serving/failure.h"

#include <memory>

namespace partita::serving {
namespace {

ErrorKind kind_of(FailureKind kind) {
  switch (kind) {
    case FailureKind::NotFound:
      return ErrorKind::NotFound;
    case FailureKind::AlreadyExists:
      return ErrorKind::AlreadyExists;
    case FailureKind::StillBuilding:
      return ErrorKind::Unavailable;
    default:
      return ErrorKind::InvalidArgument;
  }
}

}  // namespace

Error failure(FailureKind kind, std::string message, std::string code) {
  return {kind_of(kind), std::move(message), std::make_shared<Failure>(kind, std::move(code))};
}

Error bad_argument(std::string message) {
  return failure(FailureKind::BadArgument, std::move(message));
}

const Failure* failure_of(const Error& error) { return error.detail<Failure>(); }

}  // namespace partita::serving

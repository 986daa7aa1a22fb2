#pragma once

#include <memory>
#include <string>
#include <string_view>

namespace partita {

// The kind of an error tells the caller what to do about it:
//
//   const Status written = database.put("orders", order);
//   if (!written.ok()) {
//     switch (written.error().kind()) {
//       case ErrorKind::Conflict:
//       case ErrorKind::Unavailable:  // Certainly not written: it can be sent again.
//         return try_later();
//       case ErrorKind::Unknown:      // It may have been written: read it before it is sent again.
//         return look_first();
//       default:
//         return complain(written.error().message());
//     }
//   }
enum class ErrorKind {
  InvalidArgument,  // The caller's input is wrong; the message names what and what is allowed.
  TooLarge,         // The input is well formed but over a limit.
  NotFound,         // The named object does not exist.
  AlreadyExists,    // The object to create exists already.
  Conflict,         // Not applied: another transaction won. Repeat all of it, with its reads.
  Unavailable,      // Certainly not applied. Trying later may work.
  Unknown,          // It may or may not have been applied.
  Corrupt,          // Stored data is damaged; the message says where.
  Internal,         // A bug in Partita.
};

std::string_view name_of(ErrorKind kind);

// Additional information of an error. A higher layer derives its own class from this one, and gets
// it back with Error::detail<T>().
class ErrorDetail {
 public:
  virtual ~ErrorDetail() = default;
};

// A kind, and a message for people. It is as small as one pointer, so that success stays cheap.
class Error {
 public:
  Error(ErrorKind kind, std::string message, std::shared_ptr<const ErrorDetail> detail = nullptr);
  Error(const Error& other);
  Error(Error&&) noexcept = default;
  Error& operator=(const Error& other);
  Error& operator=(Error&&) noexcept = default;
  ~Error() = default;

  static Error invalid_argument(std::string message);
  static Error too_large(std::string message);
  static Error not_found(std::string message);
  static Error already_exists(std::string message);
  static Error conflict(std::string message);
  static Error unavailable(std::string message);
  static Error unknown(std::string message);
  static Error corrupt(std::string message);
  static Error internal(std::string message);

  ErrorKind kind() const { return content_->kind; }
  const std::string& message() const { return content_->message; }
  // The detail if it is a T, or null.
  template <typename T>
  const T* detail() const {
    return dynamic_cast<const T*>(content_->detail.get());
  }
  // "Unavailable: the disk is full", for logs and test failures.
  std::string to_string() const;
  // The same error with `context` and a colon before its message.
  Error within(std::string_view context) &&;

 private:
  struct Content {
    ErrorKind kind;
    std::string message;
    std::shared_ptr<const ErrorDetail> detail;
  };
  std::unique_ptr<Content> content_;
};

}  // namespace partita

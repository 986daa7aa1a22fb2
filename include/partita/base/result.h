#pragma once

#include <optional>
#include <utility>
#include <variant>

#include "partita/base/check.h"
#include "partita/base/error.h"

namespace partita {

// A value or an Error. Check ok() before you use the value: asking a failed result for its value,
// or a successful one for its error, is a bug and terminates the program.
//
//   Result<Database> database = Database::open(directory);
//   if (!database.ok()) return complain(database.error().message());
//   use(*database);
//
// Inside a function that returns a Result itself, TRY (below) does the same in one line. A Status
// is a Result without a value: `return {};` is success.
template <typename T>
class [[nodiscard]] Result {
 public:
  using Value = T;

  Result(T value) : content_(std::in_place_index<0>, std::move(value)) {}      // NOLINT: implicit
  Result(Error error) : content_(std::in_place_index<1>, std::move(error)) {}  // NOLINT: implicit

  bool ok() const { return content_.index() == 0; }
  explicit operator bool() const { return ok(); }

  T& value() & { return checked(); }
  const T& value() const& { return const_cast<Result*>(this)->checked(); }
  T&& value() && { return std::move(checked()); }
  T& operator*() & { return checked(); }
  const T& operator*() const& { return value(); }
  T&& operator*() && { return std::move(checked()); }
  T* operator->() { return &checked(); }
  const T* operator->() const { return &value(); }

  const Error& error() const& {
    PARTITA_CHECK(!ok());
    return *std::get_if<1>(&content_);
  }
  Error&& error() && {
    PARTITA_CHECK(!ok());
    return std::move(*std::get_if<1>(&content_));
  }

 private:
  T& checked() {
    PARTITA_CHECK(ok());
    return *std::get_if<0>(&content_);
  }

  std::variant<T, Error> content_;
};

template <>
class [[nodiscard]] Result<void> {
 public:
  using Value = void;

  Result() = default;
  Result(Error error) : error_(std::move(error)) {}  // NOLINT: implicit

  bool ok() const { return !error_.has_value(); }
  explicit operator bool() const { return ok(); }
  void value() const { PARTITA_CHECK(ok()); }

  const Error& error() const& {
    PARTITA_CHECK(!ok());
    return *error_;
  }
  Error&& error() && {
    PARTITA_CHECK(!ok());
    return std::move(*error_);
  }

 private:
  std::optional<Error> error_;
};

using Status = Result<void>;

}  // namespace partita

// Evaluates to the value of `expression`, or returns its error from the enclosing function. Use it
// at most once in a statement:
//   auto table = TRY(catalog.find(name));
#define TRY(expression)                                         \
  __extension__({                                               \
    auto try_result = (expression);                             \
    if (!try_result.ok()) return std::move(try_result).error(); \
    std::move(try_result).value();                              \
  })

// The same for coroutines. Await the result into a variable first, because g++ 12 cannot compile a
// co_await inside a statement expression:   auto page = co_await view.scan(range); CO_TRY(page);
#define CO_TRY(result)                                       \
  do {                                                       \
    if (!(result).ok()) co_return std::move(result).error(); \
  } while (false)

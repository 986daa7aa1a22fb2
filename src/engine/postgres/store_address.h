#pragma once

#include <string>
#include <utility>
#include <vector>

#include "engine/postgres/libpq_handles.h"
#include "engine/postgres/postgres_engine.h"
#include "partita/base/result.h"

namespace partita::engine {

// All that libpq is told to open a connection.
class StoreAddress {
 public:
  // ERRORS: InvalidArgument, never with a password in its words.
  static Result<StoreAddress> parse(const PostgresOptions& options);

  // For people, and without secrets.
  const std::string& description() const { return description_; }
  // The password file is read each time, so that a password can be changed while we run.
  // ERRORS: Unavailable with what the server or libpq said; InvalidArgument if the file of the
  // password cannot be read.
  Result<ConnectionHandle> connect() const;

 private:
  using Setting = std::pair<std::string, std::string>;

  bool has(std::string_view name) const;
  std::string value_of(std::string_view name, std::string_view otherwise) const;
  void set_unless_said(std::string_view name, std::string value);
  bool is_on_this_machine() const;

  std::vector<Setting> settings_;
  std::string password_file_;
  std::string description_;
};

}  // namespace partita::engine

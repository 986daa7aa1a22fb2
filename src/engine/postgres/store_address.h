#pragma once

#include <cstddef>
#include <string>
#include <string_view>
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
  // What libpq is told under that name; empty: nothing.
  std::string setting(std::string_view name) const { return value_of(name, ""); }
  // The password file is read each time, so that a password can be changed while we run.
  // ERRORS: Unavailable with what the server or libpq said; InvalidArgument if the file of the
  // password cannot be read.
  Result<ConnectionHandle> connect() const;
  // Of several servers the one that this connection leads to is tried first from now on: one that
  // is gone without a word would cost each connection the time until nobody waits for it any more.
  void prefer_server_of(const PGconn& connection);

 private:
  using Setting = std::pair<std::string, std::string>;

  bool has(std::string_view name) const;
  std::string value_of(std::string_view name, std::string_view otherwise) const;
  void set_unless_said(std::string_view name, std::string value);
  // What may be a list, with a part for each server.
  std::vector<std::string> parts_of(std::string_view name) const;
  std::size_t servers() const;
  bool is_on_this_machine() const;

  std::vector<Setting> settings_;
  std::string password_file_;
  std::string description_;
};

}  // namespace partita::engine

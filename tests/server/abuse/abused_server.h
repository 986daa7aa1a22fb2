#pragma once

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "server/api_client.h"
#include "server/server_process.h"
#include "support/temporary_directory.h"

namespace partita::testing {

// What the server takes.
inline constexpr std::size_t kBodyBytesMax = std::size_t{16} << 20;

// The real program with its API, one table and one item, which every test tries to harm. However a
// test ends, the server must answer as if nothing had been: the same item, no other one, no
// connection left, and its memory given back.
class AbusedServer : public ::testing::Test {
 protected:
  // The sanitizers keep freed memory on purpose, so only a build without them can tell.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  static constexpr bool kMeasuresMemory = false;
#else
  static constexpr bool kMeasuresMemory = true;
#endif
  // What a client may take up for long after it has gone: the caches of allocators and threads.
  static constexpr std::size_t kMemoryTolerance = std::size_t{32} << 20;
  // The key of the one item, as a request has it, and an item that would replace it.
  static constexpr std::string_view kGetItem = R"({"TableName":"kept","Key":{"pk":{"S":"one"}}})";
  static constexpr std::string_view kOverwrite =
      R"({"TableName":"kept","Item":{"pk":{"S":"one"},"harmed":{"BOOL":true}}})";

  AbusedServer();
  // Checks that no harm was done.
  void TearDown() override;

  HttpClient connect() const { return server_.client(); }
  const ServerProcess& server() const { return server_; }
  std::size_t memory_at_first() const { return memory_at_first_; }
  // The test has stored more and has a connection of its own: what there is now must be at the end.
  void measure_again() {
    sockets_at_first_ = server_.open_sockets();
    memory_at_first_ = server_.resident_bytes();
  }

  // Sends the bytes on a connection of their own, then one more request that would be answered with
  // 200 if the connection were still good. Returns the first status, 0 if there is no answer.
  // REQUIRES: nothing can follow these bytes, so the connection must end.
  int status_of_last(std::string_view bytes) const;
  // The status of a signed request that leaves the connection usable.
  int status_of(std::string_view operation, std::string_view body) const;

 private:
  void expect_the_item_alone();
  void expect_no_connection_left();
  void expect_memory_given_back();

  const TemporaryDirectory directory_;
  ServerProcess server_;
  ApiClient honest_;
  std::string item_;
  std::size_t sockets_at_first_ = 0;
  std::size_t memory_at_first_ = 0;
};

}  // namespace partita::testing

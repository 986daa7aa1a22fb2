// Clients that break the rules of HTTP: what cannot be understood is refused, and the connection
// ends, because nobody knows where the next request begins.

#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>

#include "server/abuse/abused_server.h"

namespace partita::testing {
namespace {

class FramingAbuse : public AbusedServer {
 protected:
  // A signed request that would overwrite the item, with these headers about its body.
  static std::string overwrite(std::string_view length_headers, std::string_view body) {
    return ApiClient::signed_head("PutItem", kOverwrite)
        .append(length_headers)
        .append("\r\n")
        .append(body);
  }
  static std::string in_chunks(std::string_view body) {
    return overwrite("Transfer-Encoding: chunked\r\n", body);
  }
};

TEST_F(FramingAbuse, PartsOfARequestDoNothing) {
  const std::string whole = ApiClient::request("PutItem", kOverwrite);
  std::vector<HttpClient> clients;
  for (std::size_t size = 1; size < whole.size(); size += 3) {
    clients.push_back(connect());
    ASSERT_TRUE(clients.back().send(std::string_view(whole).substr(0, size)));
  }
  for (std::size_t i = 0; i < clients.size(); i += 2) clients[i].reset();
  for (std::size_t i = 1; i < clients.size(); i += 4) clients[i].finish_sending();
  for (std::size_t i = 1; i < clients.size(); i += 2) {
    const int status = clients[i].read_answer().status;
    EXPECT_TRUE(status == 0 || status == 408) << status;
  }
}

TEST_F(FramingAbuse, BodiesThatNeverArriveAreGivenUp) {
  const std::string whole = ApiClient::request("PutItem", kOverwrite);
  std::vector<HttpClient> clients;
  for (int i = 0; i < 100; ++i) {
    clients.push_back(connect());
    clients.back().send(std::string_view(whole).substr(0, whole.size() - 1));
  }
  for (auto& client : clients) {
    EXPECT_EQ(client.read_answer().status, 408);
    EXPECT_TRUE(client.is_ended());
  }
}

TEST_F(FramingAbuse, LengthsThatCanBeReadInTwoWaysAreRefused) {
  const auto size = std::to_string(kOverwrite.size());
  const auto length = "Content-Length: " + size + "\r\n";
  const std::vector<std::string> headers = {
      "Content-Length: 0\r\n" + length,
      length + "Content-Length: 5\r\n",
      length + length,
      length + "Transfer-Encoding: chunked\r\n",
      "Transfer-Encoding: chunked\r\n" + length,
      "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n",
      "Transfer-Encoding: chunked, chunked\r\n",
      "Transfer-Encoding: gzip, chunked\r\n",
      "Transfer-Encoding: identity\r\n",
      "Transfer-Encoding: xchunked\r\n",
      "Content-Length: " + size + ", " + size + "\r\n",
      "Content-Length: +" + size + "\r\n",
      "Content-Length: -1\r\n",
      "Content-Length: 0x10\r\n",
      "Content-Length: 1e2\r\n",
      "Content-Length: 18446744073709551617\r\n",
      "Content-Length :" + size + "\r\n",
      "Content-Length:\r\n " + size + "\r\n",
      "Content-Length: " + size +
          "\r\nTransfer-Encoding:\x0b"
          "chunked\r\n",
      "X: y\n" + length,
      std::string("X: \0y\r\n", 7) + length,
  };
  for (const auto& header : headers) {
    const int status = status_of_last(overwrite(header, kOverwrite));
    EXPECT_TRUE(status == 400 || status == 413) << status << " for " << header;
  }
}

TEST_F(FramingAbuse, ChunksAreTakenAsTheyShouldBe) {
  auto client = connect();
  const auto first = kGetItem.substr(0, 10);
  const auto second = kGetItem.substr(10);
  client.send(ApiClient::signed_head("GetItem", kGetItem) + "Transfer-Encoding: chunked\r\n\r\n");
  client.send("a\r\n" + std::string(first) + "\r\n");
  client.send(fmt::format("{:X};x=y\r\n{}\r\n0\r\nTrailer: t\r\n\r\n", second.size(), second));
  EXPECT_EQ(client.read_answer().status, 200);
}

TEST_F(FramingAbuse, ChunksWithTricksAreRefused) {
  const std::vector<std::string> bodies = {
      "FFFFFFFFFFFFFFFF1\r\n{",
      "8000000000000000\r\n{",
      "-1\r\n{",
      "+4\r\n{}{}\r\n0\r\n\r\n",
      "0x4\r\n{}{}\r\n0\r\n\r\n",
      " 4\r\n{}{}\r\n0\r\n\r\n",
      "4\n{}{}\n0\n\n",
      "4\r\n{}{}X\r\n0\r\n\r\n",
      "\r\n\r\n",
      "zz\r\n",
      "4;" + std::string(20'000, 'x') + "\r\n{}{}\r\n0\r\n\r\n",
      "0\r\n" + std::string(40'000, 'x') + ": y\r\n\r\n",
      "1000001\r\n",
  };
  for (const auto& body : bodies) {
    const int status = status_of_last(in_chunks(body));
    EXPECT_TRUE(status == 400 || status == 413) << status << " for " << body.substr(0, 40);
  }
}

// More than a body may have, in chunks that cost as much as they hold.
TEST_F(FramingAbuse, AnEndlessRowOfSmallChunksIsCutOff) {
  constexpr std::size_t kChunkBytes = 64;
  const std::string chunk =
      "40;" + std::string(60, 'x') + "\r\n" + std::string(kChunkBytes, ' ') + "\r\n";
  std::string chunks;
  for (int i = 0; i < 1000; ++i) chunks += chunk;
  auto client = connect();
  client.send(in_chunks(""));
  for (std::size_t sent = 0; sent <= std::size_t{16} << 20; sent += 1000 * kChunkBytes) {
    client.send(chunks);
  }
  EXPECT_EQ(client.read_answer().status, 413);
}

TEST_F(FramingAbuse, GarbageAfterAGoodRequestSpoilsOnlyWhatFollows) {
  for (const std::string_view garbage :
       {"nonsense\r\n\r\n", "\x16\x03\x01\x02\r\n\r\n", "PUT\r\n\r\n"}) {
    auto client = connect();
    client.send(ApiClient::request("GetItem", kGetItem).append(garbage));
    client.send(ApiClient::request("PutItem", kOverwrite));
    EXPECT_EQ(client.read_answer().status, 200);
    EXPECT_EQ(client.read_answer().status, 400);
    EXPECT_TRUE(client.is_ended());
  }
}

TEST_F(FramingAbuse, ALongPipelineIsAnsweredToItsEnd) {
  constexpr int kRequests = 1000;
  auto client = connect();
  std::string requests;
  for (int i = 0; i < kRequests; ++i) requests += ApiClient::request("GetItem", kGetItem);
  ASSERT_TRUE(client.send(requests));
  for (int i = 0; i < kRequests; ++i) ASSERT_EQ(client.read_answer().status, 200) << i;
}

TEST_F(FramingAbuse, ThousandsOfConnectionsCostLittleAndKeepNobodyOut) {
  rlimit files{};
  ::getrlimit(RLIMIT_NOFILE, &files);
  files.rlim_cur = files.rlim_max;
  ::setrlimit(RLIMIT_NOFILE, &files);
  const std::size_t count = std::min<std::size_t>(3000, files.rlim_cur / 2);
  const std::string head = ApiClient::signed_head("PutItem", kOverwrite);
  std::vector<HttpClient> clients;
  for (std::size_t i = 0; i < count; ++i) {
    clients.push_back(connect());
    ASSERT_TRUE(clients.back().is_connected()) << i;
    if (i % 2 == 0) clients.back().send(head);
  }
  EXPECT_EQ(status_of("GetItem", kGetItem), 200);
  if (kMeasuresMemory) {
    const std::size_t now = server().resident_bytes();
    EXPECT_LE((now - std::min(now, memory_at_first())) / count, 40U << 10) << "bytes for each";
  }
}

}  // namespace
}  // namespace partita::testing

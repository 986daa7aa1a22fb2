#include <gtest/gtest.h>

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <chrono>
#include <string>

#include "partita/base/secret_key.h"
#include "unit/wire/outgoing/scripted_server.h"
#include "wire/outgoing/s3_place.h"

namespace partita::outgoing {
namespace {

namespace asio = boost::asio;
using tcp = asio::ip::tcp;
using testing::ScriptedServer;

const std::string kPut = "HTTP/1.1 200 OK\r\nETag: \"tag\"\r\nContent-Length: 0\r\n\r\n";
const std::string kBusy = "HTTP/1.1 503 Slow Down\r\nContent-Length: 0\r\n\r\n";

std::unique_ptr<places::ObjectPlace> place_at(const ScriptedServer& server) {
  S3Options options;
  options.endpoint = server.endpoint();
  options.credential.access_key_id = "id";
  options.credential.secret_access_key = SecretText("secret");
  options.attempts_max = 3;
  options.first_pause = std::chrono::milliseconds(1);
  options.times.silence = std::chrono::milliseconds(300);
  return std::move(open_s3_place(options)).value();
}

std::string put(places::ObjectPlace& place) {
  const auto tag = place.put({"things", "x"}, "");
  return tag.ok() ? *tag : std::string(name_of(tag.error().kind()));
}

TEST(S3Faults, WhatTheServerCouldNotServeIsAskedAgain) {
  const ScriptedServer server({kBusy, kBusy, kPut});
  EXPECT_EQ(put(*place_at(server)), "tag");
}

TEST(S3Faults, AConnectionThatIsCutIsMadeAnew) {
  const ScriptedServer server({"", kPut});
  EXPECT_EQ(put(*place_at(server)), "tag");
}

TEST(S3Faults, AServerThatHangsIsGivenUpInTimeAndAskedAgain) {
  const ScriptedServer server({"hang", kPut});
  EXPECT_EQ(put(*place_at(server)), "tag");
}

TEST(S3Faults, AServerThatFailsForGoodIsUnavailable) {
  const ScriptedServer server({kBusy, "", kBusy});
  EXPECT_EQ(put(*place_at(server)), "Unavailable");
}

TEST(S3Faults, ARefusalIsNotAskedAgain) {
  const ScriptedServer server({"HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n"});
  EXPECT_EQ(put(*place_at(server)), "InvalidArgument");
}

TEST(S3Faults, AnAnswerThatCameTwiceIsNotTakenForTheNextOne) {
  const std::string other = "HTTP/1.1 200 OK\r\nETag: \"other\"\r\nContent-Length: 0\r\n\r\n";
  const ScriptedServer server({kPut + kPut, other});
  const auto place = place_at(server);
  EXPECT_EQ(put(*place), "tag");
  EXPECT_EQ(put(*place), "other");
}

TEST(S3Faults, ClosingAPlaceEndsACallUnderWay) {
  const ScriptedServer server({"hang"});
  const auto place = place_at(server);
  std::thread closer([&] { place->close(); });
  EXPECT_EQ(put(*place), "Unavailable");
  closer.join();
  // If the call came too late to be made, somebody has to end the server's script.
  asio::io_context loop;
  tcp::socket socket(loop);
  boost::system::error_code failed;
  const std::string port = server.endpoint().substr(server.endpoint().rfind(':') + 1);
  socket.connect(
      tcp::endpoint(asio::ip::address_v4::loopback(), static_cast<unsigned short>(std::stoi(port))),
      failed);
  asio::write(socket, asio::buffer(std::string("GET / HTTP/1.1\r\n\r\n")), failed);
}

// The answer to the attempt that has ended the upload was lost.
TEST(S3Faults, AnUploadWhoseEndWasAnsweredInVainIsFoundToBeDone) {
  S3Options options;
  const std::string begun = "<R><UploadId>u</UploadId></R>";
  const std::string not_there = "<Error><Code>NoSuchUpload</Code></Error>";
  const auto with_body = [](std::string_view status, const std::string& body) {
    return "HTTP/1.1 " + std::string(status) +
           "\r\nContent-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body;
  };
  const ScriptedServer server({with_body("200 OK", begun), kPut, "",
                               with_body("404 Not Found", not_there),
                               "HTTP/1.1 200 OK\r\nETag: \"abc-1\"\r\nContent-Length: 4\r\n\r\n"});
  options.endpoint = server.endpoint();
  options.credential.access_key_id = "id";
  options.credential.secret_access_key = SecretText("secret");
  options.first_pause = std::chrono::milliseconds(1);
  options.part_bytes = 4;
  const auto place = std::move(open_s3_place(options)).value();
  auto upload = std::move(place->put_in_parts({"things", "x"})).value();
  ASSERT_TRUE(upload->append("1234").ok());
  const auto finished = upload->finish();
  ASSERT_TRUE(finished.ok()) << finished.error().to_string();
  EXPECT_EQ(*finished, "abc-1");
}

}  // namespace
}  // namespace partita::outgoing

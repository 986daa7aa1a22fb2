#include "wire/outgoing/answer_reader.h"

#include <gtest/gtest.h>

#include <string>

namespace partita::outgoing {
namespace {

// Byte by byte, as slow servers send.
std::string body_of(std::string_view text) {
  AnswerReader reader({});
  for (const char c : text) {
    const auto is_whole = reader.feed({&c, 1});
    if (!is_whole.ok()) return is_whole.error().to_string();
    if (*is_whole) return reader.take().body;
  }
  const Status ended = reader.end();
  return ended.ok() ? reader.take().body : ended.error().to_string();
}

TEST(AnswerReader, ReadsBodiesOfAllThreeLengths) {
  EXPECT_EQ(body_of("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello"), "hello");
  EXPECT_EQ(body_of("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nhel\r\n2\r\nlo\r\n"
                    "0\r\n\r\n"),
            "hello");
  EXPECT_EQ(body_of("HTTP/1.1 200\r\n\r\nhello"), "hello");
}

TEST(AnswerReader, AnAnswerThatIsCutShortIsNone) {
  EXPECT_EQ(body_of("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhell"),
            "Unavailable: the answer was cut short");
  EXPECT_EQ(body_of("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nhel\r\n"),
            "Unavailable: the answer was cut short");
  EXPECT_EQ(body_of(""), "Unavailable: the answer was cut short");
}

TEST(AnswerReader, InformationThatComesFirstIsPassedOver) {
  EXPECT_EQ(body_of("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nx"),
            "x");
}

TEST(AnswerReader, WhatIsNoHttpIsRefused) {
  for (const char* text :
       {"SSH-2.0-x\r\n\r\n", "HTTP/1.1 20 OK\r\n\r\n", "HTTP/2 200 OK\r\n\r\n",
        "HTTP/1.1 200 OK\r\nbroken header\r\n\r\n", "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip\r\n\r\n"}) {
    EXPECT_TRUE(body_of(text).starts_with("Unavailable: the answer is no HTTP/1.1")) << text;
  }
}

TEST(AnswerReader, TooMuchIsRefusedBeforeItIsRead) {
  EXPECT_EQ(body_of("HTTP/1.1 200 OK\r\nContent-Length: 999999999999\r\n\r\n"),
            "Unavailable: the answer is longer than 16777216 bytes");
  EXPECT_EQ(body_of("HTTP/1.1 200 OK\r\nX: " + std::string(70'000, 'x')),
            "Unavailable: the answer is longer than 65536 bytes");
}

// Whoever reads the next answer from such a connection takes it for its own.
TEST(AnswerReader, AServerThatAnswersTwiceIsAskedOverAnotherConnection) {
  AnswerReader reader({});
  ASSERT_TRUE(*reader.feed("HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nxHTTP/1.1 200 OK\r\n"));
  EXPECT_FALSE(reader.take().keeps_alive);
}

TEST(AnswerReader, AConnectionIsKeptUnlessTheServerEndsIt) {
  AnswerReader kept({});
  ASSERT_TRUE(*kept.feed("HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nx"));
  EXPECT_TRUE(kept.take().keeps_alive);
  AnswerReader ended({});
  ASSERT_TRUE(*ended.feed("HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 1\r\n\r\nx"));
  EXPECT_FALSE(ended.take().keeps_alive);
}

}  // namespace
}  // namespace partita::outgoing

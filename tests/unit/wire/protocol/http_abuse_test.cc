// What an HTTP/1.1 server meets on an open port. Every request here can be read in two ways or in
// none, so each is refused, at every packet size, and nothing that follows it is ever answered.

#include <gtest/gtest.h>

#include "unit/wire/protocol/http_conversation.h"

namespace partita::protocol {
namespace {

using namespace std::string_literals;

struct Abuse {
  std::string bytes;
  // A part of the message that says what was wrong.
  std::string_view complaint;
};

void expect_refused(const std::vector<Abuse>& abuses) {
  for (const Abuse& abuse : abuses) {
    // What a smuggler hopes for: a second request behind the first.
    const std::string bytes = abuse.bytes + "GET /smuggled HTTP/1.1\r\nHost: h\r\n\r\n";
    for (const std::size_t packet_bytes : {bytes.size(), std::size_t{1}, std::size_t{7}}) {
      const Seen seen = see_in_packets(bytes, packet_bytes);
      EXPECT_EQ(seen.refusal, ErrorKind::InvalidArgument) << abuse.bytes;
      EXPECT_TRUE(seen.requests.empty()) << abuse.bytes;
    }
    HttpConversation conversation;
    conversation.receive(bytes);
    EXPECT_NE(conversation.message().find(abuse.complaint), std::string::npos)
        << abuse.bytes << "\nsays: " << conversation.message();
  }
}

std::string with_header(const std::string& lines) {
  return "POST / HTTP/1.1\r\nHost: h\r\n" + lines + "\r\n\r\n";
}

std::string with_request_line(const std::string& line) { return line + "\r\nHost: h\r\n\r\n"; }

std::string with_chunks(const std::string& chunks) {
  return with_header("Transfer-Encoding: chunked") + chunks;
}

TEST(HttpAbuse, AmbiguousLengthsAreRefused) {
  expect_refused({
      {with_header("Content-Length: 5\r\nTransfer-Encoding: chunked"), "both"},
      {with_header("Transfer-Encoding: chunked\r\nContent-Length: 5"), "both"},
      {with_header("Content-Length: 5\r\nContent-Length: 6"), "more than one Content-Length"},
      {with_header("Content-Length: 5\r\nContent-Length: 5"), "more than one Content-Length"},
      {with_header("Content-Length: 5, 5"), "decimal digits"},
      {with_header("Content-Length: +5"), "decimal digits"},
      {with_header("Content-Length: -5"), "decimal digits"},
      {with_header("Content-Length: 0x5"), "decimal digits"},
      {with_header("Content-Length: 5 5"), "decimal digits"},
      {with_header("Content-Length: 5.0"), "decimal digits"},
      {with_header("Content-Length: 5e1"), "decimal digits"},
      {with_header("Content-Length: \"5\""), "decimal digits"},
      {with_header("Content-Length:"), "decimal digits"},
      {with_header("Content-Length: \xEF\xBC\x95"), "decimal digits"},
  });
}

TEST(HttpAbuse, TransferEncodingsOtherThanChunkedAreRefused) {
  expect_refused({
      {with_header("Transfer-Encoding: gzip"), "chunked"},
      {with_header("Transfer-Encoding: gzip, chunked"), "chunked"},
      {with_header("Transfer-Encoding: chunked, identity"), "chunked"},
      {with_header("Transfer-Encoding: chunked, chunked"), "chunked"},
      {with_header("Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked"), "chunked"},
      {with_header("Transfer-Encoding: chunked\r\nTransfer-Encoding: identity"), "chunked"},
      {with_header("Transfer-Encoding: identity"), "chunked"},
      {with_header("Transfer-Encoding: xchunked"), "chunked"},
      {with_header("Transfer-Encoding: chunked;q=1"), "chunked"},
      {with_header("Transfer-Encoding: \"chunked\""), "chunked"},
      {with_header("Transfer-Encoding: \x0B"
                   "chunked"),
       "control character"},
      {with_header("Transfer-Encoding:"), "chunked"},
      {"POST / HTTP/1.0\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n", "HTTP/1.1"},
  });
}

TEST(HttpAbuse, LinesThatEndInTheirOwnWayAreRefused) {
  expect_refused({
      {"GET / HTTP/1.1\nHost: h\r\n\r\n", "line feed"},
      {"GET / HTTP/1.1\r\nHost: h\n\r\n", "line feed"},
      {"GET / HTTP/1.1\r\nHost: h\r\n\n", "line feed"},
      {"GET / HTTP/1.1\n\n", "line feed"},
      {"GET / HTTP/1.1\rHost: h\r\n\r\n", "target"},
      {with_header("A: b\rC: d"), "control character"},
      {with_header("A: b\r\r"), "control character"},
      {"\r\nGET / HTTP/1.1\r\nHost: h\r\n\r\n", "method"},
      {"\nGET / HTTP/1.1\r\nHost: h\r\n\r\n", "method"},
  });
}

TEST(HttpAbuse, MalformedHeadersAreRefused) {
  expect_refused({
      {with_header("A: b\r\n folded"), "folded"},
      {with_header("A: b\r\n\tfolded"), "folded"},
      {with_header(" A: b"), "folded"},
      {with_header("Content-Length : 5"), "blank between"},
      {with_header("Transfer-Encoding\t: chunked"), "blank between"},
      {with_header("no colon here"), "no colon"},
      {with_header(": nameless"), "name is empty"},
      {with_header("A B: c"), "not allowed"},
      {with_header("A(B): c"), "not allowed"},
      {with_header("\xC3\xA4: c"), "not allowed"},
      {with_header("A\0B: c"s), "not allowed"},
      {with_header("A: b\0c"s), "control character"},
      {with_header("A: b\x7F"), "control character"},
      {with_header("A: b\x1B[31m"), "control character"},
      {with_header("Expect: 200-ok"), "Expect"},
      {with_header("Expect: 100-continue, 100-continue"), "Expect"},
  });
}

TEST(HttpAbuse, AHostThatIsMissingOrThereTwiceIsRefused) {
  expect_refused({
      {"GET / HTTP/1.1\r\n\r\n", "no Host"},
      {"GET / HTTP/1.0\r\n\r\n", "no Host"},
      {"GET / HTTP/1.1\r\nXHost: h\r\n\r\n", "no Host"},
      {"GET / HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n", "more than one Host"},
      {"GET / HTTP/1.1\r\nHost: a\r\nhOST: b\r\n\r\n", "more than one Host"},
  });
}

TEST(HttpAbuse, MalformedRequestLinesAreRefused) {
  expect_refused({
      {with_request_line("GET /"), "method, a path and a version"},
      {with_request_line("GET"), "method, a path and a version"},
      {with_request_line("GET  / HTTP/1.1"), "target"},
      {with_request_line("GET /  HTTP/1.1"), "target"},
      {with_request_line("GET / HTTP/1.1 "), "target"},
      {with_request_line("GET\t/ HTTP/1.1"), "method, a path and a version"},
      {with_request_line(" GET / HTTP/1.1"), "method"},
      {with_request_line("G(T / HTTP/1.1"), "method"},
      {with_request_line("GET /a b HTTP/1.1"), "target"},
      {with_request_line("GET /a#b HTTP/1.1"), "target"},
      {with_request_line("GET /\xC3\xA4 HTTP/1.1"), "target"},
      {with_request_line("GET /\0 HTTP/1.1"s), "target"},
      {with_request_line("GET /\x7F HTTP/1.1"), "target"},
      {with_request_line("GET relative HTTP/1.1"), "target"},
      {with_request_line("GET * HTTP/1.1"), "target"},
      {with_request_line("GET ?a HTTP/1.1"), "target"},
  });
}

TEST(HttpAbuse, RequestsMeantForAProxyAreRefused) {
  expect_refused({
      {with_request_line("GET http://localhost:8000/ HTTP/1.1"), "not a proxy"},
      {with_request_line("GET http://evil.test/ HTTP/1.1"), "not a proxy"},
      {with_request_line("CONNECT evil.test:443 HTTP/1.1"), "not a proxy"},
      {with_request_line("GET ftp://h/ HTTP/1.1"), "not a proxy"},
  });
}

TEST(HttpAbuse, OtherVersionsAndOtherProtocolsAreRefused) {
  expect_refused({
      {with_request_line("GET / HTTP/2.0"), "version"},
      {with_request_line("GET / HTTP/0.9"), "version"},
      {with_request_line("GET / HTTP/1.2"), "version"},
      {with_request_line("GET / HTTP/1.10"), "version"},
      {with_request_line("GET / HTTP/01.1"), "version"},
      {with_request_line("GET / http/1.1"), "version"},
      {with_request_line("GET / HTTP/1,1"), "version"},
      {with_request_line("GET / HTTPS/1.1"), "version"},
      {"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", "target"},
      {"\x16\x03\x01\x02\x00\x01\x00\x01\xFC\x03\x03"s, "TLS"},
      {"\0\0\0\x10"s, "method"},
      {"{\"json\":1}\r\n\r\n", "method"},
  });
}

TEST(HttpAbuse, MalformedChunksAreRefused) {
  expect_refused({
      {with_chunks("\r\n"), "hexadecimal"},
      {with_chunks("x\r\n"), "hexadecimal"},
      {with_chunks("+5\r\nhello\r\n"), "hexadecimal"},
      {with_chunks("-1\r\n"), "hexadecimal"},
      {with_chunks("0x5\r\nhello\r\n"), "hexadecimal"},
      {with_chunks(" 5\r\nhello\r\n"), "hexadecimal"},
      {with_chunks("5 \r\nhello\r\n"), "hexadecimal"},
      {with_chunks("5 ;a=b\r\nhello\r\n"), "hexadecimal"},
      {with_chunks("5,5\r\nhello\r\n"), "hexadecimal"},
      {with_chunks("000000005\r\nhello\r\n"), "hexadecimal"},
      {with_chunks("10000000000000005\r\nhello\r\n"), "hexadecimal"},
      {with_chunks("5\nhello\r\n"), "line feed"},
      {with_chunks("5\r\nhello\n"), "longer"},
      {with_chunks("5\r\nhello!\r\n"), "longer"},
      {with_chunks("5\r\nhelloxx0\r\n\r\n"), "longer"},
      {with_chunks("5;a=\rb\r\nhello\r\n"), "control character"},
      {with_chunks("5;a=\0b\r\nhello\r\n"s), "control character"},
      {with_chunks("5;" + std::string(200, 'a') + "\r\nhello\r\n"), "too long"},
      {with_chunks("0\r\nA : b\r\n\r\n"), "blank between"},
      {with_chunks("0\r\n folded\r\n\r\n"), "folded"},
      {with_chunks("0\r\nA: b\n\r\n"), "line feed"},
      {with_chunks("0\r\n\n"), "line feed"},
      {with_chunks("0\r\nA: " + std::string(kHttpTrailerBytesMax, 'x') + "\r\n\r\n"), "too long"},
  });
}

TEST(HttpAbuse, NoSingleByteOfARequestCanBeReplacedToSmuggleAnother) {
  const std::string request =
      "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n";
  for (std::size_t at = 0; at < request.size(); ++at) {
    for (unsigned byte = 0; byte < 256; ++byte) {
      std::string changed = request;
      changed[at] = static_cast<char>(byte);
      const Seen seen = see(changed);
      EXPECT_LE(seen.requests.size(), 1U) << "byte " << byte << " at " << at;
      EXPECT_EQ(see_in_packets(changed, 1), seen) << "byte " << byte << " at " << at;
    }
  }
}

TEST(HttpAbuse, EveryByteOfAHeaderValueIsJudgedWhereverItStands) {
  for (unsigned byte = 0; byte < 256; ++byte) {
    const bool is_allowed = byte == '\t' || (byte >= ' ' && byte != 0x7F);
    for (std::size_t at = 0; at < 17; ++at) {
      std::string line = "name: (" + std::string(17, 'v') + ")";
      line[7 + at] = static_cast<char>(byte);
      EXPECT_EQ(parse_header_line(line).ok(), is_allowed) << "byte " << byte << " at " << at;
    }
  }
}

}  // namespace
}  // namespace partita::protocol

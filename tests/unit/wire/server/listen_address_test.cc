#include "wire/server/listen_address.h"

#include <gtest/gtest.h>

namespace partita::server {
namespace {

TEST(ListenAddress, IsAnAddressAndAPort) {
  struct Case {
    std::string_view text;
    std::string_view host;
    std::uint16_t port;
    bool is_loopback;
    std::string_view written;
  };
  constexpr Case kCases[] = {
      {"127.0.0.1:8000", "127.0.0.1", 8000, true, "127.0.0.1:8000"},
      {"127.9.9.9:1", "127.9.9.9", 1, true, "127.9.9.9:1"},
      {"localhost:0", "127.0.0.1", 0, true, "127.0.0.1:0"},
      {"[::1]:65535", "::1", 65535, true, "[::1]:65535"},
      {"0.0.0.0:8000", "0.0.0.0", 8000, false, "0.0.0.0:8000"},
      {"[::]:8000", "::", 8000, false, "[::]:8000"},
      {"192.168.1.2:8000", "192.168.1.2", 8000, false, "192.168.1.2:8000"},
      {"[::ffff:10.0.0.1]:80", "::ffff:10.0.0.1", 80, false, "[::ffff:10.0.0.1]:80"},
  };
  for (const Case& c : kCases) {
    const auto address = ListenAddress::parse(c.text);
    ASSERT_TRUE(address.ok()) << c.text;
    EXPECT_EQ(address->host, c.host);
    EXPECT_EQ(address->port, c.port);
    EXPECT_EQ(address->is_loopback(), c.is_loopback) << c.text;
    EXPECT_EQ(address->to_string(), c.written);
  }
}

TEST(ListenAddress, NamesWhatIsAllowedWhenItIsMalformed) {
  for (const std::string_view text : {"",
                                      ":",
                                      "8000",
                                      ":8000",
                                      "127.0.0.1",
                                      "127.0.0.1:",
                                      "127.0.0.1:x",
                                      "127.0.0.1:65536",
                                      "127.0.0.1:-1",
                                      "127.0.0.1:+1",
                                      "127.0.0.1: 1",
                                      "127.0.0.1:1 ",
                                      "127.0.0:1",
                                      "::1:8000",
                                      "[127.0.0.1]:8000",
                                      "[::1:8000",
                                      "::1]:8000",
                                      "[]:8000",
                                      "-.:8000",
                                      "a b:8000",
                                      "127.0.0.1:80:80",
                                      "http://127.0.0.1:8000"}) {
    const auto address = ListenAddress::parse(text);
    ASSERT_FALSE(address.ok()) << text;
    EXPECT_EQ(address.error().kind(), ErrorKind::InvalidArgument);
    EXPECT_NE(address.error().message().find("127.0.0.1:8000"), std::string::npos);
  }
}

TEST(ListenAddress, KeepsTheNameOfAHostThatItIsGiven) {
  const auto address = ListenAddress::parse("LocalHost:8000").value();
  EXPECT_TRUE(address.is_loopback());
  EXPECT_EQ(address.name, "localhost");
  EXPECT_EQ(ListenAddress::parse("127.0.0.1:8000")->name, "");
}

TEST(ListenAddress, SaysWhenNobodyKnowsTheHost) {
  const auto address = ListenAddress::parse("no-such-host.invalid:8000");
  ASSERT_FALSE(address.ok());
  EXPECT_EQ(address.error().message(),
            "this machine knows no address of the host no-such-host.invalid to listen on");
}

}  // namespace
}  // namespace partita::server

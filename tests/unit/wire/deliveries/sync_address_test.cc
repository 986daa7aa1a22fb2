#include "wire/deliveries/sync_address.h"

#include <gtest/gtest.h>

#include <string>

namespace partita::deliveries {
namespace {

bool allows(const AllowedHosts& hosts, std::string_view url) {
  const auto address = parse_sync_address(url);
  EXPECT_TRUE(address.ok()) << url;
  return address.ok() && hosts.allows(address->host);
}

TEST(SyncAddress, HasAnOriginAndWhatIsAskedThere) {
  const auto address = parse_sync_address("https://Hooks.example.com:8443/a/b?team=7").value();
  EXPECT_EQ(address.origin, "https://Hooks.example.com:8443");
  EXPECT_EQ(address.target, "/a/b?team=7");
  EXPECT_TRUE(address.host.has_tls);
  EXPECT_EQ(address.host.port, "8443");
  EXPECT_EQ(parse_sync_address("http://127.0.0.1:1")->target, "/");
  EXPECT_EQ(parse_sync_address("http://localhost?x=1")->target, "/?x=1");
  for (const auto* wrong :
       {"", "example.com/x", "ftp://example.com", "http://", "http://a:99999/"}) {
    EXPECT_FALSE(parse_sync_address(wrong).ok()) << wrong;
  }
}

TEST(SyncAddress, OnlyThisMachineAndWhoIsNamedMayBeTold) {
  const AllowedHosts hosts({"Hooks.example.com", "other.example.com:8443"});
  EXPECT_TRUE(allows(hosts, "http://127.0.0.1:9000/x"));
  EXPECT_TRUE(allows(hosts, "http://[::1]:9000/x"));
  EXPECT_TRUE(allows(hosts, "http://localhost/x"));
  EXPECT_TRUE(allows(hosts, "https://hooks.EXAMPLE.com/x"));
  EXPECT_TRUE(allows(hosts, "https://other.example.com:8443/x"));
  EXPECT_FALSE(allows(hosts, "https://other.example.com/x"));
  EXPECT_FALSE(allows(hosts, "https://hooks.example.com.evil.net/x"));
  EXPECT_FALSE(allows(hosts, "http://127.0.0.1.evil.net/x"));
  EXPECT_FALSE(allows(hosts, "http://192.168.0.1/x"));
  EXPECT_FALSE(allows(hosts, "http://localhost.evil.net/x"));
}

}  // namespace
}  // namespace partita::deliveries

#include "wire/deliveries/secrets.h"

#include <gtest/gtest.h>

#include <chrono>
#include <fstream>
#include <string>

#include "partita/base/clock.h"
#include "support/temporary_directory.h"

namespace partita::deliveries {
namespace {

using model::SyncAuth;

class SecretFile {
 public:
  void write(const std::string& secret) { std::ofstream(path_) << secret; }
  std::string place() const { return "file:" + path_; }

 private:
  testing::TemporaryDirectory directory_;
  std::string path_ = (directory_.path() / "secret").string();
};

TEST(Secrets, AreSentAsASearchEngineWantsThem) {
  ManualClock clock;
  Secrets secrets(clock);
  SecretFile file;
  file.write("elastic:pass word\n");
  EXPECT_EQ(secrets.authorization(file.place(), SyncAuth::Basic).value(),
            "Basic ZWxhc3RpYzpwYXNzIHdvcmQ=");
  EXPECT_EQ(secrets.authorization(file.place(), SyncAuth::Header).value(), "elastic:pass word");
}

TEST(Secrets, AreReadAgainFromTheirFile) {
  ManualClock clock;
  Secrets secrets(clock);
  SecretFile file;
  file.write("ApiKey one");
  EXPECT_EQ(secrets.authorization(file.place(), SyncAuth::Header).value(), "ApiKey one");
  file.write("ApiKey two");
  clock.advance(std::chrono::seconds(11));
  EXPECT_EQ(secrets.authorization(file.place(), SyncAuth::Header).value(), "ApiKey two");
}

TEST(Secrets, ThatWouldBreakAHeaderOrHaveNoPasswordAreRefused) {
  for (const auto* wrong : {"", "a\r\nX-Other: b", "a\x01:b", "caf\xC3\xA9:b"}) {
    ManualClock clock;
    Secrets secrets(clock);
    SecretFile file;
    file.write(wrong);
    EXPECT_FALSE(secrets.authorization(file.place(), SyncAuth::Header).ok()) << wrong;
    EXPECT_FALSE(secrets.authorization(file.place(), SyncAuth::Basic).ok()) << wrong;
  }
  ManualClock clock;
  Secrets secrets(clock);
  SecretFile file;
  file.write("no password");
  const auto refused = secrets.authorization(file.place(), SyncAuth::Basic);
  ASSERT_FALSE(refused.ok());
  EXPECT_NE(refused.error().message().find("NAME:PASSWORD"), std::string::npos);
}

}  // namespace
}  // namespace partita::deliveries

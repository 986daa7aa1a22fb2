#include "wire/deliveries/webhook_signature.h"

#include <gtest/gtest.h>

namespace partita::deliveries {
namespace {

constexpr SignedWebhook kWebhook{.id = "msg_p5jXN8AQM9LWM0D4loKWxJek",
                                 .timestamp = 1614265330,
                                 .body = R"({"test": 2432232314})"};
constexpr std::string_view kSecret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

// The values are those that the libraries of Standard Webhooks test themselves with.
TEST(WebhookSignature, IsThatOfStandardWebhooks) {
  const auto key = webhook_key(kSecret);
  ASSERT_TRUE(key.ok());
  EXPECT_EQ(webhook_signature(kWebhook, {*key}), "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
}

TEST(WebhookSignature, HasOneForEachSecretWhileOneIsReplaced) {
  const auto key = webhook_key(kSecret).value();
  const auto other = webhook_key("a text of sixteen bytes or more").value();
  EXPECT_EQ(webhook_signature(kWebhook, {other, key}),
            webhook_signature(kWebhook, {other}) + " " + webhook_signature(kWebhook, {key}));
  EXPECT_NE(webhook_signature(kWebhook, {other}), webhook_signature(kWebhook, {key}));
}

TEST(WebhookSignature, RefusesASecretThatCanBeGuessed) {
  EXPECT_FALSE(webhook_key("short").ok());
  EXPECT_FALSE(webhook_key("whsec_c2hvcnQ=").ok());
  EXPECT_FALSE(webhook_key("whsec_%%%").ok());
}

}  // namespace
}  // namespace partita::deliveries

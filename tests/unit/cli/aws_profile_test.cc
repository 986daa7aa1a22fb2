#include "cli/aws_profile.h"

#include <gtest/gtest.h>

namespace partita::cli {
namespace {

constexpr std::string_view kFile = R"(# comment
[default]
aws_access_key_id = AKIADEFAULT
aws_secret_access_key=secret/with=equals

[profile work]
region = eu-central-1
s3 =
  max_concurrent_requests = 20
; another comment
role_arn = arn:aws:iam::1:role/x
[other]
region=us-west-2
)";

TEST(AwsProfile, ASectionHasItsOwnSettingsOnly) {
  const auto defaults = aws_section(kFile, "default");
  EXPECT_EQ(defaults.at("aws_access_key_id"), "AKIADEFAULT");
  EXPECT_EQ(defaults.at("aws_secret_access_key"), "secret/with=equals");
  EXPECT_FALSE(defaults.contains("region"));
  const auto work = aws_section(kFile, "profile work");
  EXPECT_EQ(work.at("region"), "eu-central-1");
  EXPECT_FALSE(work.contains("max_concurrent_requests")) << "nested settings are of another one";
  EXPECT_TRUE(work.contains("role_arn"));
  EXPECT_TRUE(aws_section(kFile, "work").empty());
}

}  // namespace
}  // namespace partita::cli

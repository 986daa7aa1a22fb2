#include "wire/outgoing/place_options.h"

#include <gtest/gtest.h>

#include <fstream>
#include <string>

#include "support/s3_server.h"
#include "support/temporary_directory.h"

namespace partita::outgoing {
namespace {

std::string refusal(const std::string& text) {
  const auto opened = open_place(text);
  return opened.ok() ? "" : opened.error().message();
}

TEST(PlaceOptions, ADirectoryStandsAlone) {
  const testing::TemporaryDirectory root;
  const auto opened = open_place("dir=" + root.path().string());
  ASSERT_TRUE(opened.ok());
  EXPECT_EQ((*opened)->description(), "the directories in " + root.path().string());
  EXPECT_EQ(refusal("dir=" + root.path().string() + ",region=x"),
            "dir=DIR stands alone: directories need no endpoint or keys");
}

TEST(PlaceOptions, WhatIsNotUnderstoodIsToldWithWhatIs) {
  for (const char* text : {"/srv/buckets", "folder=/srv", "region="}) {
    EXPECT_EQ(refusal(text), std::string(text) +
                                 " is none of dir=DIR, endpoint=URL, region=NAME, "
                                 "credentials=FILE, ca-file=FILE");
  }
}

TEST(PlaceOptions, KeysComeFromAFileAsAwsOwnToolsHaveIt) {
  const testing::S3Server server;
  const testing::TemporaryDirectory directory;
  const std::string file = (directory / "keys").string();
  std::ofstream(file) << "[other]\naws_access_key_id = nobody\n# a comment\n[default]\r\n"
                         "aws_access_key_id = S3RVER\r\naws_secret_access_key=S3RVER\r\n";
  const auto opened = open_place("endpoint=" + server.endpoint() + ",credentials=" + file);
  ASSERT_TRUE(opened.ok()) << opened.error().to_string();
  EXPECT_TRUE((*opened)->put({"things", "x"}, "1").ok());
}

TEST(PlaceOptions, AFileWithoutKeysIsRefused) {
  const testing::TemporaryDirectory directory;
  const std::string file = (directory / "keys").string();
  std::ofstream(file) << "[default]\naws_access_key_id = id\n";
  EXPECT_TRUE(refusal("credentials=" + file).starts_with("there are no access keys for S3"));
}

}  // namespace
}  // namespace partita::outgoing

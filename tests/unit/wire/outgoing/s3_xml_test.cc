#include "wire/outgoing/s3_xml.h"

#include <gtest/gtest.h>

namespace partita::outgoing {
namespace {

TEST(S3Xml, ElementsAreFoundByTheirWholeName) {
  const std::string_view xml = "<R xmlns=\"x\"><KeyCount>2</KeyCount><Key>a</Key></R>";
  EXPECT_EQ(element_text(xml, "Key"), "a");
  EXPECT_EQ(element_text(xml, "KeyCount"), "2");
  EXPECT_EQ(find_element(xml, "R"), "<KeyCount>2</KeyCount><Key>a</Key>");
  EXPECT_EQ(find_element(xml, "Ke"), std::nullopt);
}

TEST(S3Xml, ElementsOfOneNameAreTakenOneAfterAnother) {
  std::string_view xml = "<C>1</C> <C>2</C>";
  EXPECT_EQ(take_element(xml, "C"), "1");
  EXPECT_EQ(take_element(xml, "C"), "2");
  EXPECT_EQ(take_element(xml, "C"), std::nullopt);
}

TEST(S3Xml, EntitiesAreTheCharactersThatTheyStandFor) {
  EXPECT_EQ(element_text("<K>a&amp;b&lt;c&gt;&quot;&#39;&#x2F;&apos;</K>", "K"), "a&b<c>\"'/'");
  EXPECT_EQ(element_text("<K>&nothing; & &#; &#9999;</K>", "K"), "&nothing; & &#; &#9999;");
}

TEST(S3Xml, WhatIsCutOffIsNotFound) {
  EXPECT_EQ(find_element("<K>a", "K"), std::nullopt);
  EXPECT_EQ(find_element("<K", "K"), std::nullopt);
  EXPECT_EQ(find_element("", "K"), std::nullopt);
}

}  // namespace
}  // namespace partita::outgoing

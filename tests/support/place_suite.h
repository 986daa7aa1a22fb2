#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <string>

#include "store/places/place.h"

// What every place that holds objects promises. A program instantiates it for its place.
namespace partita::testing {

// A place with the bucket "things", which is empty.
class PlaceUnderTest {
 public:
  virtual ~PlaceUnderTest() = default;
  virtual places::ObjectPlace& place() = 0;
};

using MakePlace = std::function<std::unique_ptr<PlaceUnderTest>()>;

class PlaceSuite : public ::testing::TestWithParam<MakePlace> {
 protected:
  void SetUp() override { under_test_ = GetParam()(); }

  places::ObjectPlace& place() { return under_test_->place(); }
  static places::ObjectName named(std::string key) { return {"things", std::move(key)}; }

  std::string content_of(const std::string& key) { return piece({.object = named(key)}); }

  std::string piece(const places::ObjectReadRequest& request) {
    const auto read = place().read(request);
    return read.ok() ? *read : read.error().to_string();
  }

  std::string listed(const places::ObjectListRequest& request) {
    const auto listing = place().list(request);
    if (!listing.ok()) return listing.error().to_string();
    std::string keys;
    for (const auto& object : listing->objects)
      keys += object.key + ":" + std::to_string(object.bytes) + " ";
    return keys + (listing->has_more ? "..." : ".");
  }

 private:
  std::unique_ptr<PlaceUnderTest> under_test_;
};

TEST_P(PlaceSuite, AnObjectIsReadAsItWasPut) {
  const std::string bytes("a\0b\xFF\n", 5);
  ASSERT_TRUE(place().put(named("deep/er/x.bin"), bytes).ok());
  EXPECT_EQ(content_of("deep/er/x.bin"), bytes);
}

TEST_P(PlaceSuite, AnObjectThatIsPutAgainIsTheNewOne) {
  ASSERT_TRUE(place().put(named("x"), "first").ok());
  ASSERT_TRUE(place().put(named("x"), "second").ok());
  EXPECT_EQ(content_of("x"), "second");
}

TEST_P(PlaceSuite, AnEmptyObjectIsOne) {
  ASSERT_TRUE(place().put(named("nothing"), "").ok());
  EXPECT_EQ(listed({.bucket = "things"}), "nothing:0 .");
}

TEST_P(PlaceSuite, APieceIsReadFromItsOffset) {
  ASSERT_TRUE(place().put(named("x"), "0123456789").ok());
  EXPECT_EQ(piece({.object = named("x"), .offset = 3, .bytes_max = 4}), "3456");
  EXPECT_EQ(piece({.object = named("x"), .offset = 8, .bytes_max = 4}), "89");
  EXPECT_EQ(piece({.object = named("x"), .offset = 10, .bytes_max = 4}), "");
}

TEST_P(PlaceSuite, WhatWasPutInPartsIsThereWhenItIsFinished) {
  std::string whole;
  auto upload = place().put_in_parts(named("large"));
  ASSERT_TRUE(upload.ok()) << upload.error().to_string();
  for (int i = 0; i < 13; ++i) {
    const std::string piece(1'000'003, static_cast<char>('a' + i));
    whole += piece;
    ASSERT_TRUE((*upload)->append(piece).ok());
  }
  EXPECT_EQ(listed({.bucket = "things"}), ".");
  const auto finished = (*upload)->finish();
  ASSERT_TRUE(finished.ok()) << finished.error().to_string();
  const auto read = place().read({.object = named("large"), .bytes_max = whole.size() + 1});
  ASSERT_TRUE(read.ok()) << read.error().to_string();
  EXPECT_TRUE(*read == whole);
}

TEST_P(PlaceSuite, NothingIsLeftOfAnUploadThatIsNotFinished) {
  {
    auto upload = place().put_in_parts(named("large"));
    ASSERT_TRUE(upload.ok());
    ASSERT_TRUE((*upload)->append(std::string(9 << 20, 'x')).ok());
  }
  EXPECT_EQ(listed({.bucket = "things"}), ".");
}

TEST_P(PlaceSuite, KeysAreListedInTheOrderOfTheirBytes) {
  for (const char* key : {"b/2", "a", "b-1", "b/1/x", "b0", "B", "data2/x", "data/x"}) {
    ASSERT_TRUE(place().put(named(key), "1").ok()) << key;
  }
  EXPECT_EQ(listed({.bucket = "things"}), "B:1 a:1 b-1:1 b/1/x:1 b/2:1 b0:1 data/x:1 data2/x:1 .");
  EXPECT_EQ(listed({.bucket = "things", .prefix = "data"}), "data/x:1 data2/x:1 .");
  EXPECT_EQ(listed({.bucket = "things", .prefix = "b/1"}), "b/1/x:1 .");
}

TEST_P(PlaceSuite, AListGoesOnBehindItsLastKey) {
  for (const char* key : {"p/1", "p/2", "p/3/x", "p/4", "q"}) {
    ASSERT_TRUE(place().put(named(key), "1").ok());
  }
  EXPECT_EQ(listed({.bucket = "things", .prefix = "p/", .objects_max = 2}), "p/1:1 p/2:1 ...");
  EXPECT_EQ(listed({.bucket = "things", .prefix = "p/", .start_after = "p/2", .objects_max = 2}),
            "p/3/x:1 p/4:1 .");
}

TEST_P(PlaceSuite, KeysMayHaveCharactersThatXmlAndAddressesGiveAMeaning) {
  const std::string key = "50% off & <more>/a+b \"c\" 'd'/\xC3\xA4?x=1#y";
  ASSERT_TRUE(place().put(named(key), "1").ok());
  EXPECT_EQ(content_of(key), "1");
  EXPECT_EQ(listed({.bucket = "things"}), key + ":1 .");
}

TEST_P(PlaceSuite, ARemovedObjectIsGoneAndRemovingItAgainIsNoError) {
  ASSERT_TRUE(place().put(named("a/x"), "1").ok());
  EXPECT_TRUE(place().remove(named("a/x")).ok());
  EXPECT_TRUE(place().remove(named("a/x")).ok());
  EXPECT_EQ(listed({.bucket = "things"}), ".");
}

TEST_P(PlaceSuite, AnObjectThatIsNotThereIsToldFromABucketThatIsNot) {
  const auto no_object = place().read({.object = named("x")});
  const auto no_bucket = place().read({.object = {"nowhere", "x"}});
  const auto no_put = place().put({"nowhere", "x"}, "1");
  ASSERT_FALSE(no_object.ok() || no_bucket.ok() || no_put.ok());
  EXPECT_EQ(places::place_fault_of(no_object.error()), places::PlaceFault::NoSuchObject);
  EXPECT_EQ(places::place_fault_of(no_bucket.error()), places::PlaceFault::NoSuchBucket);
  EXPECT_EQ(places::place_fault_of(no_put.error()), places::PlaceFault::NoSuchBucket);
  EXPECT_FALSE(place().list({.bucket = "nowhere"}).ok());
}

TEST_P(PlaceSuite, AReadOfOneContentDoesNotGoOnWithAnother) {
  ASSERT_TRUE(place().put(named("x"), "first one").ok());
  const std::string tag = place().list({.bucket = "things"})->objects.at(0).tag;
  EXPECT_EQ(piece({.object = named("x"), .tag = tag}), "first one");
  ASSERT_TRUE(place().put(named("x"), "second one").ok());
  const auto read = place().read({.object = named("x"), .tag = tag, .offset = 3});
  ASSERT_FALSE(read.ok());
  EXPECT_EQ(places::place_fault_of(read.error()), places::PlaceFault::Changed);
}

TEST_P(PlaceSuite, APutTellsTheTagThatAListTells) {
  const auto put = place().put(named("x"), "1");
  ASSERT_TRUE(put.ok());
  EXPECT_EQ(place().list({.bucket = "things"})->objects.at(0).tag, *put);
}

TEST_P(PlaceSuite, NamesThatCanNotBeAreRefused) {
  for (const std::string& bucket : {std::string("../up"), std::string(""), std::string(".."),
                                    std::string("a/b"), std::string("a\0b", 3)}) {
    const auto put = place().put({bucket, "x"}, "1");
    ASSERT_FALSE(put.ok()) << bucket;
    EXPECT_EQ(put.error().kind(), ErrorKind::InvalidArgument) << put.error().to_string();
  }
  for (const std::string& key : {std::string(""), std::string(1025, 'x'), std::string("\xFF")}) {
    EXPECT_FALSE(place().put(named(key), "1").ok()) << key;
  }
}

TEST_P(PlaceSuite, AClosedPlaceDoesNothingAnyMore) {
  place().close();
  const auto put = place().put(named("x"), "1");
  ASSERT_FALSE(put.ok());
  EXPECT_EQ(put.error().kind(), ErrorKind::Unavailable);
}

}  // namespace partita::testing

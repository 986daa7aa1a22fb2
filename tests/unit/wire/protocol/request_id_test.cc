#include "wire/protocol/request_id.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>

namespace partita::protocol {
namespace {

TEST(RequestId, HasFiftyTwoDigitsAndCapitals) {
  SeededRandom random(1);
  for (int i = 0; i < 100; ++i) {
    const std::string id = make_request_id(random);
    EXPECT_EQ(id.size(), 52U);
    EXPECT_TRUE(std::all_of(id.begin(), id.end(), [](char digit) {
      return (digit >= '0' && digit <= '9') || (digit >= 'A' && digit <= 'Z');
    })) << id;
  }
}

TEST(RequestId, IsAnotherOneEachTime) {
  SeededRandom random(1);
  std::set<std::string> ids;
  for (int i = 0; i < 1000; ++i) ids.insert(make_request_id(random));
  EXPECT_EQ(ids.size(), 1000U);
}

}  // namespace
}  // namespace partita::protocol

#include "dynamodb/operations/tag_resource.h"

#include <gtest/gtest.h>

#include "dynamodb/operations/list_tags_of_resource.h"
#include "dynamodb/operations/untag_resource.h"
#include "store/catalog/table_name.h"
#include "unit/dynamodb/operations/table_fixture.h"

namespace partita::operations {
namespace {

using api::Tag;

class TagResource : public TableFixture {
 protected:
  Result<api::TagResourceResponse> tag(std::vector<api::Tag> tags) {
    return sync_wait(tag_resource(*context_, {.resource_arn = arn, .tags = std::move(tags)}));
  }
  Result<api::UntagResourceResponse> untag(std::vector<std::string> keys) {
    return sync_wait(untag_resource(*context_, {.resource_arn = arn, .tag_keys = std::move(keys)}));
  }
  // "a=1 b=2"
  std::string listed() {
    const auto response = sync_wait(list_tags_of_resource(*context_, {.resource_arn = arn}));
    if (!response.ok()) return response.error().message();
    EXPECT_FALSE(response->next_token);
    std::string text;
    for (const auto& each : *response->tags) {
      text += (text.empty() ? "" : " ") + each.key + "=" + each.value;
    }
    return text;
  }

  std::string arn = catalog::table_arn("orders");
};

TEST_F(TagResource, AddsAndReplacesTags) {
  auto request = simple();
  request.tags = {api::Tag{"a", "1"}};
  ASSERT_TRUE(create(request).ok());
  ASSERT_TRUE(tag({Tag{"b", "2"}, Tag{"a", "3"}}).ok());
  restart();
  EXPECT_EQ(listed(), "a=3 b=2");
}

TEST_F(TagResource, RemovesTagsAndPassesOverOthers) {
  ASSERT_TRUE(create(simple()).ok());
  ASSERT_TRUE(tag({Tag{"a", "1"}, Tag{"b", "2"}}).ok());
  ASSERT_TRUE(untag({"a", "unknown"}).ok());
  EXPECT_EQ(listed(), "b=2");
}

TEST_F(TagResource, WantsSomethingToDo) {
  ASSERT_TRUE(create(simple()).ok());
  EXPECT_EQ(error_of(tag({})), "Atleast one Tag needs to be provided as Input.");
  EXPECT_EQ(error_of(untag({})), "Atleast one Tag Key needs to be provided as Input.");
}

TEST_F(TagResource, HasRoomForFiftyTags) {
  ASSERT_TRUE(create(simple()).ok());
  std::vector<api::Tag> tags;
  for (int i = 0; i < 50; ++i) tags.push_back({std::to_string(i), ""});
  EXPECT_TRUE(tag(tags).ok());
  EXPECT_EQ(error_of(tag({Tag{"one more", ""}})),
            "Number of Tags exceed the current limit for the provided ResourceArn");
  EXPECT_TRUE(tag({Tag{"7", "replaced"}}).ok());
}

TEST_F(TagResource, WantsTheArnOfATable) {
  EXPECT_EQ(error_of(tag({Tag{"a", "1"}}), api::Exception::ResourceNotFound),
            "Requested resource not found: ResourcArn: " + arn + " not found");
  arn = "orders";
  EXPECT_EQ(error_of(tag({Tag{"a", "1"}})),
            "One or more parameter values were invalid: ARNs must start with 'arn:': orders");
}

}  // namespace
}  // namespace partita::operations

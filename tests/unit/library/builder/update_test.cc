#include "partita/builder/update.h"

#include "unit/library/builder/music_store.h"

namespace partita::builder {
namespace {

class UpdateBuilder : public MusicStore {
 protected:
  static Update song() { return Update("music", {{"PK", "SONG#1"}, {"SK", "#"}}); }
};

TEST_F(UpdateBuilder, ReturnsTheItemAsItIsAfterwards) {
  put({{"PK", "SONG#1"}, {"SK", "#"}, {"draft", Map{{"note", "x"}, {"order", 1}}}});
  const auto now =
      song().set("title", "Bhairavi").add("plays", 1).remove("draft.note").run(database_);
  ASSERT_TRUE(now.ok()) << now.error().message();
  EXPECT_EQ(*now, (Item{{"PK", "SONG#1"},
                        {"SK", "#"},
                        {"title", "Bhairavi"},
                        {"plays", 1},
                        {"draft", Map{{"order", 1}}}}));
  EXPECT_EQ(get("SONG#1", "#"), *now);
}

TEST_F(UpdateBuilder, ChangesNothingIfAConditionDoesNotHold) {
  put({{"PK", "SONG#1"}, {"SK", "#"}, {"version", 2}});
  const auto now = song().add("version", 1).when("version", Operator::Equal, 3).run(database_);
  ASSERT_FALSE(now.ok());
  EXPECT_EQ(api::exception_of(now.error()), api::Exception::ConditionalCheckFailed);
  EXPECT_EQ(*get("SONG#1", "#")->find("version"), Value(2));
}

TEST_F(UpdateBuilder, WithoutChangesMakesTheItem) {
  const auto now = song().run(database_);
  ASSERT_TRUE(now.ok()) << now.error().message();
  EXPECT_EQ(*now, (Item{{"PK", "SONG#1"}, {"SK", "#"}}));
}

TEST_F(UpdateBuilder, RefusesAWrongPath) {
  const auto now = song().set("a..b", 1).run(database_);
  ASSERT_FALSE(now.ok());
  EXPECT_EQ(now.error().kind(), ErrorKind::InvalidArgument);
}

}  // namespace
}  // namespace partita::builder

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "partita/base/random.h"
#include "unit/store/table_exports/export_database.h"

namespace partita::table_exports {
namespace {

using IncrementalExports = ExportDatabase;
using api::ExportViewType;
using std::chrono::minutes;

// Without the time, which is a number of its own for each.
std::string without_time(const std::string& line) {
  const auto at = line.find(",\"Keys\"");
  EXPECT_EQ(line.find(R"({"Metadata":{"WriteTimestampMicros":{"N":")"), 0U) << line;
  return at == std::string::npos ? line : line.substr(at + 1);
}

std::vector<std::string> without_times(const CheckedExport& exported) {
  std::vector<std::string> lines;
  for (const auto& line : exported.lines) lines.push_back(without_time(line));
  std::sort(lines.begin(), lines.end());
  return lines;
}

std::string image(std::string_view key, std::string_view text) {
  return fmt::format(R"({{"pk":{{"S":"{}"}},"text":{{"S":"{}"}}}})", key, text);
}

std::string keys_part(std::string_view key) {
  return fmt::format(R"("Keys":{{"pk":{{"S":"{}"}}}})", key);
}

class ChangesOfAWindow : public IncrementalExports {
 protected:
  void SetUp() override {
    open_table();
    for (const auto* key : {"kept", "changed", "changed-back", "gone", "again", "before"}) {
      put({{"pk", key}, {"text", "0"}});
    }
    clock_.advance(minutes(1));
    put({{"pk", "before"}, {"text", "1"}});
    from_ = moment();
    put({{"pk", "new"}, {"text", "1"}});
    put({{"pk", "changed"}, {"text", "1"}});
    put({{"pk", "changed"}, {"text", "2"}});
    put({{"pk", "changed-back"}, {"text", "1"}});
    put({{"pk", "changed-back"}, {"text", "0"}});
    erase("gone");
    erase("again");
    put({{"pk", "again"}, {"text", "1"}});
    put({{"pk", "short"}, {"text", "1"}});
    erase("short");
    clock_.advance(minutes(20));
    to_ = moment();
    put({{"pk", "changed"}, {"text", "3"}});
    erase("new");
    put({{"pk", "after"}, {"text", "1"}});
  }

  api::Timestamp from_;
  api::Timestamp to_;
};

// AWS: one record for each item that has changed; what came and went within the window is left out.
TEST_F(ChangesOfAWindow, HaveTheFirstOldAndTheLastNewImageOfEachItem) {
  const auto exported = export_all(request_of(from_, to_, ExportViewType::NewAndOldImages));
  std::vector<std::string> expected = {
      fmt::format(R"({},"NewImage":{}}})", keys_part("new"), image("new", "1")),
      fmt::format(R"({},"OldImage":{},"NewImage":{}}})", keys_part("changed"),
                  image("changed", "0"), image("changed", "2")),
      fmt::format(R"({},"OldImage":{},"NewImage":{}}})", keys_part("changed-back"),
                  image("changed-back", "0"), image("changed-back", "0")),
      fmt::format(R"({},"OldImage":{}}})", keys_part("gone"), image("gone", "0")),
      fmt::format(R"({},"OldImage":{},"NewImage":{}}})", keys_part("again"), image("again", "0"),
                  image("again", "1")),
  };
  std::sort(expected.begin(), expected.end());
  EXPECT_EQ(without_times(exported), expected);
}

TEST_F(ChangesOfAWindow, HaveNoOldImagesIfTheyAreNotAskedFor) {
  const auto exported = export_all(request_of(from_, to_, ExportViewType::NewImage));
  std::vector<std::string> expected = {
      fmt::format(R"({},"NewImage":{}}})", keys_part("new"), image("new", "1")),
      fmt::format(R"({},"NewImage":{}}})", keys_part("changed"), image("changed", "2")),
      fmt::format(R"({},"NewImage":{}}})", keys_part("changed-back"), image("changed-back", "0")),
      keys_part("gone") + "}",
      fmt::format(R"({},"NewImage":{}}})", keys_part("again"), image("again", "1")),
  };
  std::sort(expected.begin(), expected.end());
  EXPECT_EQ(without_times(exported), expected);
}

TEST_F(ChangesOfAWindow, HaveTheTimeOfTheLastChange) {
  const auto exported = export_all(request_of(from_, to_, ExportViewType::NewImage));
  for (const auto& line : exported.lines) {
    const auto micros = std::stoll(member_of(line, "WriteTimestampMicros\":{\"N"));
    EXPECT_GT(micros, history::to_milliseconds(from_) * 1000);
    EXPECT_LE(micros, history::to_milliseconds(to_) * 1000);
  }
}

TEST_F(ChangesOfAWindow, AreToldInTheSummary) {
  const std::string arn = begin(request_of(from_, to_, ExportViewType::NewImage));
  const std::string summary = content_of(bucket() / *finish(arn).export_manifest);
  EXPECT_EQ(member_of(summary, "version"), "2023-08-01");
  EXPECT_EQ(member_of(summary, "exportType"), "INCREMENTAL_EXPORT");
  EXPECT_EQ(member_of(summary, "outputView"), "NEW_IMAGE");
  EXPECT_EQ(member_of(summary, "itemCount"), "5");
  EXPECT_NE(member_of(summary, "exportFromTime"), "");
}

// What a client does who follows a table by exports: the items of one moment, and the changes of
// all windows since, are the items of a later moment. Windows go over midnight, in many files.
class FollowedByExports : public IncrementalExports {
 protected:
  using Items = std::map<std::string, std::string>;

  static std::string key_of(const std::string& line) { return member_of(line, "pk\":{\"S"); }
  Items items_at(api::Timestamp time) {
    auto request = full_request();
    request.export_time = time;
    Items items;
    for (const auto& line : export_all(request).lines) {
      const auto at = line.find(':') + 1;
      items[key_of(line)] = line.substr(at, line.size() - at - 1);
    }
    return items;
  }
  void apply(const CheckedExport& changes, Items& items) {
    for (const auto& line : changes.lines) {
      const auto old_at = line.find(",\"OldImage\":");
      const auto new_at = line.find(",\"NewImage\":");
      const std::string key = key_of(line);
      const auto held = items.find(key);
      ASSERT_EQ(held != items.end(), old_at != std::string::npos) << line;
      if (held != items.end()) {
        ASSERT_NE(line.find("\"OldImage\":" + held->second), std::string::npos) << line;
      }
      items.erase(key);
      if (new_at == std::string::npos) continue;
      const auto image_at = new_at + std::string_view(",\"NewImage\":").size();
      items[key] = line.substr(image_at, line.size() - image_at - 1);
    }
  }
};

TEST_F(FollowedByExports, ATableIsTheSameAsItself) {
  open_table();
  const std::uint64_t seed = 20261118;
  RecordProperty("seed", std::to_string(seed));
  SeededRandom random(seed);
  std::vector<api::Timestamp> moments{moment()};
  for (int window = 0; window < 4; ++window) {
    for (int i = 0; i < 300; ++i) {
      const std::string key = fmt::format("key-{}", random.below(150));
      if (random.below(3) == 0) {
        erase(key);
      } else {
        put({{"pk", key}, {"text", fmt::format("{:300}", random.below(5))}});
      }
      clock_.advance(std::chrono::seconds(random.below(200)));
    }
    clock_.advance(minutes(15));
    moments.push_back(moment());
  }
  Items items = items_at(moments.front());
  EXPECT_TRUE(items.empty());
  for (std::size_t i = 1; i < moments.size(); ++i) {
    apply(export_all(request_of(moments[i - 1], moments[i], ExportViewType::NewAndOldImages)),
          items);
    EXPECT_EQ(items, items_at(moments[i])) << i;
  }
  EXPECT_GT(items.size(), 20U);
}

}  // namespace
}  // namespace partita::table_exports

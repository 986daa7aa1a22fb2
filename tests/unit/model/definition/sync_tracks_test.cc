#include <algorithm>
#include <string>
#include <vector>

#include "given.h"
#include "model/definition/sync_track.h"
#include "model/definition/unserved.h"

// `track: ENTITY` of a sync.

namespace partita::model {
namespace {

const std::string kSync =
    "sync: {s: {of: Job, to: {kind: bulk, url: '', index: i}, track: JobSync}}\n";

std::string rows(const std::string& attributes, const std::string& key = "SYNC#{id}") {
  return "  JobSync:\n    key: {pk: '" + key + "'}\n    attributes: {id: {type: string}, " +
         attributes + "}\n";
}
const std::string kStatus = "status: {type: enum, values: [pending, synced, failed]}";
const std::string kChangedAt = "changedAt: {type: timestamp, encode: rfc3339ms}";

TEST(SyncTracks, NameTheEntityOfTheirRows) {
  const std::string text = std::string(kHead) + rows(kStatus + ", " + kChangedAt) + kSync;
  const auto loaded = load_model(text, "m");
  ASSERT_TRUE(loaded.ok()) << loaded.error().message();
  const Model& model = **loaded;
  const Entity* entity = tracked_rows_of(model, model.syncs.front());
  ASSERT_NE(entity, nullptr);
  EXPECT_EQ(entity->name, "JobSync");
  EXPECT_TRUE(unserved(model).empty());
}

TEST(SyncTracks, ThatNameKeysAreNotServed) {
  const auto loaded =
      load_model(std::string(kHead) +
                     "sync: {s: {of: Job, to: {kind: bulk, url: '', index: i}, track: {pk: "
                     "'SYNC#{id}'}}}\n",
                 "m");
  ASSERT_TRUE(loaded.ok()) << loaded.error().message();
  EXPECT_EQ(tracked_rows_of(**loaded, (*loaded)->syncs.front()), nullptr);
  ASSERT_EQ(unserved(**loaded).size(), 1U);
  EXPECT_EQ(unserved(**loaded).front().subject, "track of s");
}

TEST(SyncTracks, NeedAStatusAndATimeOfTheirRows) {
  const std::string at = "m:16:65: E L103 ";
  EXPECT_EQ(finding_with(rows(kStatus) + kSync),
            at + "JobSync has no attribute `changedAt` of type timestamp, which the rows of a sync "
                 "have");
  EXPECT_EQ(finding_with(rows(kStatus + ", changedAt: {type: timestamp, encode: epoch_s}") + kSync),
            at + "`changedAt` of JobSync tells changes apart, so it is encoded as rfc3339ms or "
                 "epoch_ms");
  EXPECT_EQ(
      finding_with(rows(kChangedAt + ", status: {type: enum, values: [pending, synced]}") + kSync),
      at + "`status` of JobSync lacks the value `failed`");
  EXPECT_EQ(finding_with(rows(kStatus + ", " + kChangedAt + ", attempts: {type: string}") + kSync),
            at + "JobSync has no attribute `attempts` of type int, which the rows of a sync have");
}

TEST(SyncTracks, HaveARowForEachItem) {
  const std::string at = "m:16:65: E L103 ";
  EXPECT_EQ(finding_with(rows(kStatus + ", " + kChangedAt, "SYNC#jobs") + kSync),
            at + "the key of JobSync lacks `id`, so items of Job would share a row");
  EXPECT_EQ(finding_with(rows(kStatus + ", " + kChangedAt, "SYNC#{id}#{changedAt}") + kSync),
            at + "the key of JobSync has `changedAt`, which must be an attribute of Job and of "
                 "JobSync");
  EXPECT_EQ(finding_with("sync: {s: {of: Job, to: {kind: bulk, url: '', index: i}, track: Job}}\n"),
            "m:13:65: E L103 `track` names another entity of the table of Job, without versions "
            "and no edge");
  EXPECT_EQ(finding_with(rows(kStatus + ", " + kChangedAt) +
                         "sync: {s: {of: Job, to: {kind: webhook, url: ''}, track: JobSync}}\n"),
            "m:16:58: E L103 `track` is of search engines (kind: bulk)");
}

}  // namespace
}  // namespace partita::model

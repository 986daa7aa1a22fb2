#include "given.h"
#include "model/definition/archive.h"

namespace partita::model {
namespace {

// What is wrong with an archive of Job that says this.
std::string archive_finding(const std::string& content) {
  return finding_with("archive: {Job: {on: expire, " + content + "}}\n");
}

TEST(ReadArchives, RefusesWhatIsNoBucket) {
  for (const std::string to : {"dir:/srv/archive", "s3://", "s3://A", "s3://ab", "s3://my_bucket",
                               "s3://archive/../x", "s3://archive//x", "s3://archive/a b"}) {
    EXPECT_NE(archive_finding("to: \"" + to + "\"").find("`to` is a bucket"), std::string::npos)
        << to;
  }
}

TEST(ReadArchives, RefusesFoldersThatNothingNames) {
  const auto folders = [](const std::string& text) {
    return archive_finding("to: \"s3://archive\", partition_by: [" + text + "]");
  };
  EXPECT_NE(folders("stat").find("there is no attribute of Job called `stat`"), std::string::npos);
  EXPECT_NE(folders("day(status)").find("needs a timestamp or a date"), std::string::npos);
  EXPECT_NE(folders("day(at), day(at)").find("two folders would both be `day=`"),
            std::string::npos);
}

TEST(ReadArchives, RefusesFormsThatAColumnCannotHave) {
  const auto form = [](const std::string& text) {
    return archive_finding("to: \"s3://archive\", columns: {" + text + "}");
  };
  EXPECT_NE(form("status: csv").find("`csv` is no form of a column"), std::string::npos);
  EXPECT_NE(form("status: \"decimal(19,2)\"").find("is no form of a column"), std::string::npos);
  EXPECT_NE(form("status: double").find("no column of the form double can hold"),
            std::string::npos);
}

TEST(ReadArchives, RefusesTimesThatMakeTooManyFilesAndAgesThatNoBucketKnows) {
  EXPECT_NE(archive_finding("to: \"s3://archive\", flush: 1s").find("`flush` is at least 1m"),
            std::string::npos);
  EXPECT_NE(archive_finding("to: \"s3://archive\", older_than: {36h: cold}").find("whole days"),
            std::string::npos);
  EXPECT_NE(archive_finding("to: \"s3://archive\", older_than: {30d: icy}").find("whole days"),
            std::string::npos);
}

TEST(ReadArchives, KnowsWhereAndHow) {
  const auto model = model_with(
      "archive: {Job: {on: delete, to: \"s3://archive/jobs/\", partition_by: [status, day(at)], "
      "columns: {status: json}, flush: 2h, older_than: {30d: cold}}}\n");
  const Archive archive = archive_of(*model, model->archives.front());
  EXPECT_EQ(archive.on, Archive::On::Delete);
  EXPECT_EQ(archive.bucket, "archive");
  EXPECT_EQ(archive.prefix, "jobs");
  ASSERT_EQ(archive.folders.size(), 2U);
  EXPECT_EQ(archive.folders[0].column, "status");
  EXPECT_EQ(archive.folders[1].by, ArchiveFolder::By::OfDay);
  EXPECT_EQ(archive.folders[1].attribute, "at");
  ASSERT_EQ(archive.forms.size(), 1U);
  EXPECT_EQ(archive.flush, std::chrono::hours(2));
  ASSERT_EQ(archive.ages.size(), 1U);
  EXPECT_EQ(archive.ages[0].days, 30);
  EXPECT_EQ(archive.ages[0].storage, "GLACIER");
}

}  // namespace
}  // namespace partita::model

#include "wire/rest/archives.h"

#include <fmt/format.h>

#include <charconv>
#include <chrono>
#include <cstdint>
#include <iterator>
#include <optional>
#include <utility>
#include <vector>

#include "language/value/json_text.h"
#include "model/formula/timestamp.h"
#include "modelled/serving/failure.h"
#include "wire/rest/query.h"

namespace partita::rest {
namespace {

using archives::ArchiveFile;
using archives::ArchiveReport;
using serving::FailureKind;
using Reports = std::vector<ArchiveReport>;

constexpr std::size_t kFilesShown = 1000;

struct ArchiveQuestion {
  std::string table;
  std::optional<std::string> entity;
  std::size_t limit = kFilesShown;
};

std::string time_text(std::int64_t milliseconds) {
  std::string text;
  model::append_timestamp(text, model::Instant(model::Duration(milliseconds)),
                          model::TimestampEncoding::Rfc3339Ms);
  return text;
}

std::string sum_text(const Sha256Sum& sum) {
  std::string text;
  for (const char byte : sum) {
    fmt::format_to(std::back_inserter(text), "{:02x}", static_cast<unsigned char>(byte));
  }
  return text;
}

Number count_number(std::uint64_t value) { return Number(static_cast<std::int64_t>(value)); }

void write_archive(JsonText& json, const ArchiveReport& archive) {
  const auto& layout = archive.layout;
  json.open_object();
  json.member("table", layout.table_name);
  json.member("entity", layout.entity);
  json.member("to", fmt::format("s3://{}/{}", layout.bucket, layout.prefix));
  json.name("declared");
  json.boolean(archive.is_declared);
  json.member("waiting", count_number(archive.waiting));
  json.name("waits_more");
  json.boolean(archive.waits_more);
  if (archive.oldest) json.member("oldest", time_text(*archive.oldest));
  json.member("files", count_number(archive.files));
  json.member("items", count_number(archive.items));
  json.member("bytes", count_number(archive.bytes));
  json.close_object();
}

std::string reports_text(const Reports& reports) {
  JsonText json;
  json.open_object();
  json.array("archives");
  for (const ArchiveReport& report : reports) write_archive(json, report);
  json.close_array();
  json.close_object();
  return std::move(json).take();
}

void write_file(JsonText& json, const archives::ArchiveLayout& layout, const ArchiveFile& file) {
  json.open_object();
  json.member("key", archives::object_key(layout, file.folder, file.name));
  json.member("folder", file.folder);
  json.member("items", count_number(file.items));
  json.member("bytes", count_number(file.bytes));
  json.member("made", time_text(file.made));
  json.member("oldest", time_text(file.oldest));
  json.member("newest", time_text(file.newest));
  json.member("sha256", sum_text(file.sum));
  json.close_object();
}

Error bad_question() {
  return serving::failure(FailureKind::BadArgument,
                          "which archive? `table`, perhaps `entity` and, for files, `limit` are "
                          "the parameters");
}

Result<ArchiveQuestion> parse_question(const std::string& text) {
  auto query = TRY(RestQuery::parse(text));
  ArchiveQuestion question;
  auto table = query.take("table");
  question.entity = query.take("entity");
  if (const auto limit = query.take("limit")) {
    const char* const end = limit->data() + limit->size();
    const auto read = std::from_chars(limit->data(), end, question.limit);
    const bool is_good = read.ec == std::errc() && read.ptr == end && question.limit > 0 &&
                         question.limit <= kFilesShown;
    if (!is_good) return bad_question();
  }
  if (!table || !query.all().empty()) return bad_question();
  question.table = std::move(*table);
  return question;
}

// Those that the question means. Several: the model has had others before.
Task<Result<Reports>> find_archives(const archives::Archives& archives,
                                    const ArchiveQuestion& question) {
  auto all = co_await archives.list();
  CO_TRY(all);
  std::erase_if(*all, [&](const ArchiveReport& each) {
    return each.layout.table_name != question.table ||
           (question.entity && each.layout.entity != *question.entity);
  });
  if (all->empty()) {
    co_return serving::failure(FailureKind::NotFound,
                               fmt::format("table `{}` has no such archive", question.table));
  }
  co_return std::move(*all);
}

Task<Result<std::string>> archives_document(const archives::Archives& archives) {
  auto all = co_await archives.list();
  CO_TRY(all);
  co_return reports_text(*all);
}

Task<Result<std::string>> archive_files(const archives::Archives& archives, std::string query) {
  const auto question = parse_question(query);
  CO_TRY(question);
  auto found = co_await find_archives(archives, *question);
  CO_TRY(found);
  JsonText json;
  json.open_object();
  json.array("files");
  std::size_t shown = 0;
  bool has_more = false;
  for (const ArchiveReport& archive : *found) {
    auto files = co_await archives.files(archive.id);
    CO_TRY(files);
    for (const ArchiveFile& file : *files) {
      has_more = shown == question->limit;
      if (has_more) break;
      write_file(json, archive.layout, file);
      ++shown;
    }
  }
  json.close_array();
  json.name("more");
  json.boolean(has_more);
  json.close_object();
  co_return std::move(json).take();
}

Task<Result<std::string>> flush_archives(archives::Archives& archives, std::string query) {
  const auto question = parse_question(query);
  CO_TRY(question);
  auto found = co_await find_archives(archives, *question);
  CO_TRY(found);
  for (const ArchiveReport& archive : *found) {
    Status flushed = co_await archives.flush(archive.id);
    CO_TRY(flushed);
  }
  co_return reports_text(*found);
}

}  // namespace

Task<Result<std::string>> text_of_archives(archives::Archives& archives, RestDocument document,
                                           std::string query) {
  if (document == RestDocument::ArchiveFiles) return archive_files(archives, std::move(query));
  if (document == RestDocument::FlushedArchives) return flush_archives(archives, std::move(query));
  return archives_document(archives);
}

}  // namespace partita::rest

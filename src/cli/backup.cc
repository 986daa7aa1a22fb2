#include "cli/backup.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>

#include <algorithm>
#include <chrono>
#include <utility>
#include <vector>

#include "cli/model_client.h"
#include "cli/model_progress.h"
#include "cli/terminal.h"
#include "database/copies/copy_directory.h"
#include "language/value/json_text.h"
#include "model/formula/timestamp.h"
#include "partita/base/clock.h"
#include "partita/base/file.h"

namespace partita::cli {
namespace {

using copies::CopyDirectory;
using copies::CopyTrouble;
using copies::MadeCopy;

constexpr std::uint64_t kMegabyte = 1'000'000;

// In the order of time, and a name on every file system.
std::string name_of_now() {
  std::string name;
  const auto now = std::chrono::floor<model::Duration>(Clock::system().wall_now());
  model::append_timestamp(name, now, model::TimestampEncoding::Rfc3339Ms);
  std::erase(name, ':');
  return name;
}

// Tells of bytes as megabytes, with the rate and the time left.
class CopyProgress {
 public:
  explicit CopyProgress(std::string activity) : activity_(std::move(activity)) {}

  void operator()(std::uint64_t done, std::uint64_t total) {
    const auto ran = std::chrono::duration<double>(Clock::system().monotonic_now() - began_);
    const double rate = static_cast<double>(done) / std::max(ran.count(), 0.001);
    const double left = static_cast<double>(total - std::min(done, total)) / std::max(rate, 1.0);
    line_.show(
        fmt::format("{}, {:.0f} MB/s, about {:.0f} s left", activity_, rate / kMegabyte, left),
        done / kMegabyte, total / kMegabyte);
  }

 private:
  const std::string activity_;
  const MonotonicTime began_ = Clock::system().monotonic_now();
  ProgressLine line_;
};

// The copy that a server hands over, for as long as this lives.
class ServerCopy {
 public:
  static Result<ServerCopy> open(const ModelClient& client) {
    const Item answer =
        TRY(parse_answer(TRY(client.send({.method = "POST", .path = "/api/backup:begin"}))));
    ServerCopy copy(client, std::string(text_in(answer, "store")));
    auto lock = open_file(std::string(text_in(answer, "attended")), O_RDWR);
    if (!lock.ok() || ::flock(lock->number(), LOCK_SH) != 0) {
      return Error::invalid_argument(fmt::format(
          "the server has made a copy in {}, which cannot be read here: run this on the machine of "
          "the server, as the user who runs it",
          copy.store_.string()));
    }
    copy.lock_ = *std::move(lock);
    return copy;
  }
  ServerCopy(ServerCopy&& other) noexcept
      : client_(std::exchange(other.client_, nullptr)),
        store_(std::move(other.store_)),
        lock_(std::move(other.lock_)) {}
  ServerCopy& operator=(ServerCopy&&) = delete;
  // If the server does not hear of it, it finds out by the lock.
  ~ServerCopy() {
    lock_.close();
    if (client_ != nullptr) {
      static_cast<void>(client_->send({.method = "POST", .path = "/api/backup:end"}));
    }
  }

  const std::filesystem::path& store() const { return store_; }

 private:
  ServerCopy(const ModelClient& client, std::filesystem::path store)
      : client_(&client), store_(std::move(store)) {}

  const ModelClient* client_;
  std::filesystem::path store_;
  FileDescriptor lock_;
};

Result<MadeCopy> make_copy(const BackupCreateCommand& command) {
  const auto client = TRY(ModelClient::open(command.target));
  const auto copy = TRY(ServerCopy::open(client));
  CopyDirectory directory(command.directory);
  CopyProgress progress("copying");
  auto made = TRY(directory.create(copy.store(), name_of_now(), progress));
  if (command.keep > 0) TRY(directory.keep(command.keep));
  return made;
}

std::string made_json(const MadeCopy& made) {
  JsonText json(JsonLayout::Compact);
  json.open_object();
  json.member("backup", made.name);
  json.member("files", made.files);
  json.member("bytes", made.bytes);
  json.member("new_bytes", made.new_bytes);
  json.member("linked_bytes", made.linked_bytes);
  json.close_object();
  return std::move(json).take() + "\n";
}

std::string megabytes(std::uint64_t bytes) {
  return fmt::format("{:.1f} MB", static_cast<double>(bytes) / kMegabyte);
}

std::string trouble_lines(const std::vector<CopyTrouble>& troubles) {
  std::string text;
  for (const CopyTrouble& each : troubles) text += fmt::format("{}: {}\n", each.copy, each.what);
  return text;
}

void write_troubles(JsonText& json, const std::vector<CopyTrouble>& troubles) {
  json.array("troubles");
  for (const CopyTrouble& each : troubles) {
    json.open_object();
    json.member("backup", each.copy);
    json.member("what", each.what);
    json.close_object();
  }
  json.close_array();
}

std::string list_json(const std::vector<copies::CopyManifest>& all,
                      const std::vector<CopyTrouble>& troubles) {
  JsonText json(JsonLayout::Compact);
  json.open_object();
  json.array("backups");
  for (const auto& copy : all) {
    json.open_object();
    json.member("backup", copy.name);
    json.member("files", copy.files.size());
    json.member("bytes", copy.bytes());
    json.close_object();
  }
  json.close_array();
  write_troubles(json, troubles);
  json.close_object();
  return std::move(json).take() + "\n";
}

}  // namespace

ExitCode create_backup(const BackupCreateCommand& command) {
  const auto made = make_copy(command);
  if (!made.ok()) return failed(made.error());
  print(command.prints_json
            ? made_json(*made)
            : fmt::format("backup {}: {} files, {}; {} are new here, {} of them linked\n",
                          made->name, made->files, megabytes(made->bytes),
                          megabytes(made->new_bytes), megabytes(made->linked_bytes)));
  return ExitCode::Ok;
}

ExitCode list_backups(const BackupListCommand& command) {
  std::vector<CopyTrouble> troubles;
  const auto all = CopyDirectory(command.directory).list(troubles);
  if (!all.ok()) return failed(all.error());
  if (command.prints_json) {
    print(list_json(*all, troubles));
  } else {
    for (const auto& copy : *all) {
      print(
          fmt::format("{}  {} files, {}\n", copy.name, copy.files.size(), megabytes(copy.bytes())));
    }
    print(trouble_lines(troubles));
  }
  return troubles.empty() ? ExitCode::Ok : ExitCode::Failed;
}

ExitCode verify_backups(const BackupVerifyCommand& command) {
  Result<copies::VerifiedCopies> verified = [&] {
    CopyProgress progress("reading");
    return CopyDirectory(command.directory).verify(progress);
  }();
  if (!verified.ok()) return failed(verified.error());
  if (command.prints_json) {
    JsonText json(JsonLayout::Compact);
    json.open_object();
    json.member("backups", verified->copies);
    json.member("files", verified->files);
    json.member("bytes", verified->bytes);
    write_troubles(json, verified->troubles);
    json.close_object();
    print(std::move(json).take() + "\n");
  } else {
    print(trouble_lines(verified->troubles));
    print(fmt::format("{} backups with {} files, {}: {}\n", verified->copies, verified->files,
                      megabytes(verified->bytes),
                      verified->troubles.empty() ? "all are whole" : "not all are whole"));
  }
  return verified->troubles.empty() ? ExitCode::Ok : ExitCode::Failed;
}

ExitCode restore_backup(const BackupRestoreCommand& command) {
  const Result<std::string> restored = [&] {
    CopyProgress progress("copying");
    return CopyDirectory(command.directory).restore(command.name, command.target, progress);
  }();
  if (!restored.ok()) return failed(restored.error());
  const std::string target = command.target.string();
  if (command.prints_json) {
    JsonText json(JsonLayout::Compact);
    json.open_object();
    json.member("backup", *restored);
    json.member("data", target);
    json.close_object();
    print(std::move(json).take() + "\n");
  } else {
    print(fmt::format("backup {} is in {}; start it with: partita serve --data {}\n", *restored,
                      target, target));
  }
  return ExitCode::Ok;
}

}  // namespace partita::cli

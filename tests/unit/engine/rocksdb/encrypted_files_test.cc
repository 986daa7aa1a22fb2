#include "engine/rocksdb/encrypted_files.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "engine/rocksdb/file_cipher.h"
#include "support/temporary_directory.h"
#include "unit/engine/rocksdb/file_content.h"

namespace partita::engine {
namespace {

using testing::TemporaryDirectory;
namespace fs = std::filesystem;
using rocksdb::FileOptions;
using rocksdb::IOOptions;
using rocksdb::IOStatus;
using rocksdb::Slice;

// Fails the test if a file gets its name before it was synced, and the n-th append half-way.
class WatchedFileSystem final : public rocksdb::FileSystemWrapper {
 public:
  WatchedFileSystem() : FileSystemWrapper(rocksdb::FileSystem::Default()) {}
  const char* Name() const override { return "WatchedFileSystem"; }

  int appends_before_failure = -1;
  bool synced = false;

  IOStatus NewWritableFile(const std::string& name, const FileOptions& options,
                           std::unique_ptr<rocksdb::FSWritableFile>* result,
                           rocksdb::IODebugContext* debug) override {
    synced = false;
    auto status = target()->NewWritableFile(name, options, result, debug);
    if (status.ok()) *result = std::make_unique<WatchedFile>(std::move(*result), *this);
    return status;
  }
  IOStatus RenameFile(const std::string& from, const std::string& to, const IOOptions& options,
                      rocksdb::IODebugContext* debug) override {
    EXPECT_TRUE(synced) << from;
    return target()->RenameFile(from, to, options, debug);
  }

 private:
  class WatchedFile final : public rocksdb::FSWritableFileOwnerWrapper {
   public:
    WatchedFile(std::unique_ptr<rocksdb::FSWritableFile> file, WatchedFileSystem& watcher)
        : FSWritableFileOwnerWrapper(std::move(file)), watcher_(watcher) {}

    using FSWritableFileOwnerWrapper::Append;
    IOStatus Append(const Slice& data, const IOOptions& options,
                    rocksdb::IODebugContext* debug) override {
      watcher_.synced = false;
      if (watcher_.appends_before_failure-- != 0) return target()->Append(data, options, debug);
      const Slice half(data.data(), data.size() / 2);
      EXPECT_TRUE(target()->Append(half, options, debug).ok());
      return IOStatus::NoSpace("the disk is full");
    }
    IOStatus Sync(const IOOptions& options, rocksdb::IODebugContext* debug) override {
      watcher_.synced = true;
      return target()->Sync(options, debug);
    }

   private:
    WatchedFileSystem& watcher_;
  };
};

struct EncryptedFiles : ::testing::Test {
  TemporaryDirectory directory;
  SystemRandom random;
  ManualClock clock;
  std::shared_ptr<Keyring> keyring =
      *Keyring::create(directory.path(), MasterKey::generate(random), clock, random);
  std::shared_ptr<WatchedFileSystem> base = std::make_shared<WatchedFileSystem>();
  std::shared_ptr<rocksdb::FileSystem> files = *encrypted_file_system(base, keyring);
  std::string name = directory / "file";

  void write(const std::vector<std::string>& pieces) {
    std::unique_ptr<rocksdb::FSWritableFile> file;
    ASSERT_TRUE(files->NewWritableFile(name, {}, &file, nullptr).ok());
    for (const auto& piece : pieces) ASSERT_TRUE(file->Append(piece, {}, nullptr).ok());
    ASSERT_TRUE(file->Close({}, nullptr).ok());
  }

  std::string read_all() {
    std::unique_ptr<rocksdb::FSSequentialFile> file;
    const auto status = files->NewSequentialFile(name, {}, &file, nullptr);
    EXPECT_TRUE(status.ok()) << status.ToString();
    if (!status.ok()) return {};
    std::string space(1 << 20, '\0');
    Slice result;
    EXPECT_TRUE(file->Read(space.size(), {}, &result, space.data(), nullptr).ok());
    return result.ToString();
  }

  std::uint64_t size() {
    std::uint64_t bytes = 0;
    EXPECT_TRUE(files->GetFileSize(name, {}, &bytes, nullptr).ok());
    return bytes;
  }

  std::string random_bytes(std::size_t count) {
    std::string bytes(count, '\0');
    random.fill(std::as_writable_bytes(std::span(bytes)));
    return bytes;
  }
};

TEST_F(EncryptedFiles, ShowTheContentAndStoreSomethingElse) {
  write({"a plain ", "", "sentence"});
  EXPECT_EQ(read_all(), "a plain sentence");
  EXPECT_EQ(size(), 16u);
  const auto stored = content_of(name);
  EXPECT_EQ(stored.size(), FileCipher::kHeaderBytes + 16);
  EXPECT_EQ(stored.find("plain"), std::string::npos);
}

TEST_F(EncryptedFiles, MayBeEmpty) {
  write({});
  EXPECT_EQ(read_all(), "");
  EXPECT_EQ(size(), 0u);
}

TEST_F(EncryptedFiles, TakeAppendsOfAnySize) {
  const auto content = random_bytes(500'001);
  write({content.substr(0, 3), content.substr(3, 200'000), content.substr(200'003)});
  EXPECT_EQ(read_all(), content);
}

TEST_F(EncryptedFiles, AreReadAtAnyPosition) {
  const auto content = random_bytes(100'000);
  write({content});
  std::unique_ptr<rocksdb::FSRandomAccessFile> file;
  ASSERT_TRUE(files->NewRandomAccessFile(name, {}, &file, nullptr).ok());
  std::string space(content.size(), '\0');
  for (const std::size_t offset : {0U, 1U, 15U, 16U, 4095U, 77'777U, 99'999U, 100'000U}) {
    Slice result;
    ASSERT_TRUE(file->Read(offset, 1000, {}, &result, space.data(), nullptr).ok());
    EXPECT_EQ(result.ToString(), content.substr(offset, 1000));
  }
}

TEST_F(EncryptedFiles, AreReadInSeveralPlacesAtOnceAndLater) {
  const auto content = random_bytes(10'000);
  write({content});
  std::unique_ptr<rocksdb::FSRandomAccessFile> file;
  ASSERT_TRUE(files->NewRandomAccessFile(name, {}, &file, nullptr).ok());
  std::string space(3000, '\0');
  std::array<rocksdb::FSReadRequest, 3> requests;
  for (std::size_t i = 0; i < requests.size(); ++i) {
    requests[i].offset = 3001 * i;
    requests[i].len = 1000;
    requests[i].scratch = space.data() + 1000 * i;
  }
  ASSERT_TRUE(file->MultiRead(requests.data(), requests.size(), {}, nullptr).ok());
  for (const auto& request : requests) {
    ASSERT_TRUE(request.status.ok());
    EXPECT_EQ(request.result.ToString(), content.substr(request.offset, 1000));
  }
  std::string later;
  const auto remember = [&](const rocksdb::FSReadRequest& request, void*) {
    later = request.result.ToString();
  };
  void* handle = nullptr;
  rocksdb::IOHandleDeleter deleter;
  ASSERT_TRUE(file->ReadAsync(requests[1], {}, remember, nullptr, &handle, &deleter, nullptr).ok());
  EXPECT_EQ(later, content.substr(3001, 1000));
}

TEST_F(EncryptedFiles, AreReadOnAfterASkip) {
  write({"0123456789"});
  std::unique_ptr<rocksdb::FSSequentialFile> file;
  ASSERT_TRUE(files->NewSequentialFile(name, {}, &file, nullptr).ok());
  ASSERT_TRUE(file->Skip(7).ok());
  std::array<char, 10> space;
  Slice result;
  ASSERT_TRUE(file->Read(space.size(), {}, &result, space.data(), nullptr).ok());
  EXPECT_EQ(result.ToString(), "789");
}

TEST_F(EncryptedFiles, GoOnWhenReopenedAndCanBeCut) {
  write({"0123456789"});
  std::unique_ptr<rocksdb::FSWritableFile> file;
  ASSERT_TRUE(files->ReopenWritableFile(name, {}, &file, nullptr).ok());
  EXPECT_EQ(file->GetFileSize({}, nullptr), 10u);
  ASSERT_TRUE(file->Append("abc", {}, nullptr).ok());
  ASSERT_TRUE(file->Close({}, nullptr).ok());
  EXPECT_EQ(read_all(), "0123456789abc");

  ASSERT_TRUE(files->ReopenWritableFile(name, {}, &file, nullptr).ok());
  ASSERT_TRUE(file->Truncate(4, {}, nullptr).ok());
  ASSERT_TRUE(file->Close({}, nullptr).ok());
  EXPECT_EQ(read_all(), "0123");
}

TEST_F(EncryptedFiles, NeverUseAKeystreamTwiceWhenAFileIsReused) {
  write({"the old content"});
  const auto old_stored = content_of(name);
  std::unique_ptr<rocksdb::FSWritableFile> file;
  const std::string reused = directory / "reused";
  ASSERT_TRUE(files->ReuseWritableFile(reused, name, {}, &file, nullptr).ok());
  ASSERT_TRUE(file->Append("the old content", {}, nullptr).ok());
  ASSERT_TRUE(file->Close({}, nullptr).ok());
  EXPECT_FALSE(fs::exists(name));
  EXPECT_NE(content_of(reused).substr(FileCipher::kHeaderBytes),
            old_stored.substr(FileCipher::kHeaderBytes));
}

TEST_F(EncryptedFiles, HaveNoNameUntilTheirHeaderIsSynced) {
  // WatchedFileSystem checks the order; here the name and nothing else must be left.
  write({"content"});
  EXPECT_TRUE(fs::exists(name));
  EXPECT_FALSE(fs::exists(directory / "unborn.file"));
}

TEST_F(EncryptedFiles, LeaveNothingBehindWhenTheHeaderCannotBeWritten) {
  base->appends_before_failure = 0;
  std::unique_ptr<rocksdb::FSWritableFile> file;
  EXPECT_TRUE(files->NewWritableFile(name, {}, &file, nullptr).IsNoSpace());
  EXPECT_EQ(file, nullptr);
  EXPECT_FALSE(fs::exists(name));
  EXPECT_FALSE(fs::exists(directory / "unborn.file"));
}

TEST_F(EncryptedFiles, TakeNothingMoreAfterAFailedAppend) {
  base->appends_before_failure = 2;
  std::unique_ptr<rocksdb::FSWritableFile> file;
  ASSERT_TRUE(files->NewWritableFile(name, {}, &file, nullptr).ok());
  ASSERT_TRUE(file->Append("good", {}, nullptr).ok());
  EXPECT_TRUE(file->Append("half", {}, nullptr).IsNoSpace());
  // The base would take this one, at a position that nobody knows.
  EXPECT_TRUE(file->Append("more", {}, nullptr).IsNoSpace());
  ASSERT_TRUE(file->Close({}, nullptr).ok());
  EXPECT_EQ(read_all(), "goodha");
}

TEST_F(EncryptedFiles, RefuseAPlainFileAndAHeaderCutShort) {
  write({"content"});
  const auto stored = content_of(name);
  for (const auto& content :
       {std::string(), std::string("plain"), std::string(10'000, 'p'), stored.substr(0, 4095)}) {
    write_content(name, content);
    std::unique_ptr<rocksdb::FSSequentialFile> sequential;
    std::unique_ptr<rocksdb::FSRandomAccessFile> random_access;
    std::unique_ptr<rocksdb::FSWritableFile> writable;
    EXPECT_TRUE(files->NewSequentialFile(name, {}, &sequential, nullptr).IsCorruption());
    EXPECT_TRUE(files->NewRandomAccessFile(name, {}, &random_access, nullptr).IsCorruption());
    EXPECT_TRUE(files->ReopenWritableFile(name, {}, &writable, nullptr).IsCorruption());
  }
  write_content(name, "plain");
  EXPECT_EQ(size(), 0u);
}

TEST_F(EncryptedFiles, RefuseWhatWouldShowOrReuseTheKeystream) {
  write({"content"});
  FileOptions mapped;
  mapped.use_mmap_reads = true;
  FileOptions direct;
  direct.use_direct_writes = true;
  std::unique_ptr<rocksdb::FSRandomAccessFile> random_access;
  std::unique_ptr<rocksdb::FSWritableFile> writable;
  std::unique_ptr<rocksdb::FSRandomRWFile> both;
  std::unique_ptr<rocksdb::MemoryMappedFileBuffer> buffer;
  std::shared_ptr<rocksdb::Logger> log;
  EXPECT_TRUE(
      files->NewRandomAccessFile(name, mapped, &random_access, nullptr).IsInvalidArgument());
  EXPECT_TRUE(files->NewWritableFile(name, direct, &writable, nullptr).IsInvalidArgument());
  EXPECT_TRUE(files->NewRandomRWFile(name, {}, &both, nullptr).IsNotSupported());
  EXPECT_TRUE(files->NewMemoryMappedFileBuffer(name, &buffer).IsNotSupported());
  EXPECT_TRUE(files->NewLogger(directory / "LOG", {}, &log, nullptr).IsNotSupported());
}

TEST_F(EncryptedFiles, TellTheSizeOfTheirContentInAListing) {
  write({"0123456789"});
  std::vector<rocksdb::FileAttributes> listing;
  ASSERT_TRUE(files->GetChildrenFileAttributes(directory.path(), {}, &listing, nullptr).ok());
  const auto found = std::find_if(listing.begin(), listing.end(),
                                  [](const auto& entry) { return entry.name == "file"; });
  ASSERT_NE(found, listing.end());
  EXPECT_EQ(found->size_bytes, 10u);
}

TEST_F(EncryptedFiles, AreSweptOfUnbornOnesWhenTheDirectoryIsLocked) {
  write_content(directory / "unborn.000007.log", "half a hea");
  write({"content"});
  rocksdb::FileLock* lock = nullptr;
  ASSERT_TRUE(files->LockFile(directory / "LOCK", {}, &lock, nullptr).ok());
  EXPECT_FALSE(fs::exists(directory / "unborn.000007.log"));
  EXPECT_EQ(read_all(), "content");
  EXPECT_TRUE(files->UnlockFile(lock, {}, nullptr).ok());
}

TEST(EncryptedFileSystem, NeedsAKeyringAndABase) {
  EXPECT_EQ(encrypted_file_system(rocksdb::FileSystem::Default(), nullptr).error().kind(),
            ErrorKind::InvalidArgument);
  EXPECT_EQ(encrypted_file_system(nullptr, nullptr).error().kind(), ErrorKind::InvalidArgument);
}

TEST_F(EncryptedFiles, AreKnownByTheKeyringOfTheirDirectory) {
  const TemporaryDirectory plain;
  EXPECT_TRUE(*is_encrypted(directory.path()));
  EXPECT_FALSE(*is_encrypted(plain.path()));
  EXPECT_FALSE(*is_encrypted(plain / "not-made-yet"));
  fs::create_directory(plain / "store");
  write_content(plain / "store/CURRENT", "MANIFEST-000001\n");
  EXPECT_FALSE(*is_encrypted(plain.path()));
}

TEST_F(EncryptedFiles, AreMissedWhenTheirKeyringIsGone) {
  fs::create_directory(directory / "store");
  name = directory / "store/CURRENT";
  write({"MANIFEST-000001\n"});
  fs::remove(Keyring::file_in(directory.path()));
  const auto encrypted = is_encrypted(directory.path());
  ASSERT_FALSE(encrypted.ok());
  EXPECT_EQ(encrypted.error().kind(), ErrorKind::Corrupt);
  EXPECT_NE(encrypted.error().message().find("keyring is missing"), std::string::npos);
}

}  // namespace
}  // namespace partita::engine

#include "engine/rocksdb/file_cipher.h"

#include <gtest/gtest.h>

#include <thread>
#include <vector>

#include "support/temporary_directory.h"

namespace partita::engine {
namespace {

using testing::TemporaryDirectory;

Bytes from_hex(std::string_view hex) {
  Bytes bytes;
  for (std::size_t i = 0; i < hex.size(); i += 2) {
    bytes.push_back(static_cast<char>(std::stoi(std::string(hex.substr(i, 2)), nullptr, 16)));
  }
  return bytes;
}

FileCipher cipher_with(ByteView key, ByteView nonce) {
  DataKey data_key{.id = 1, .created_seconds = 0, .secret = {}};
  std::copy(key.begin(), key.end(), data_key.secret.bytes().begin());
  FileCipher::Nonce first{};
  std::copy(nonce.begin(), nonce.end(), first.begin());
  return {std::make_shared<const DataKey>(data_key), first};
}

Bytes applied(const FileCipher& cipher, std::uint64_t offset, ByteView bytes) {
  Bytes result(bytes.size(), '\0');
  EXPECT_TRUE(cipher.apply(offset, bytes, result.data()).ok());
  return result;
}

// NIST SP 800-38A, F.5.5.
const Bytes kKey = from_hex("603deb1015ca71be2b73aef0857d77811f352c073b6108d72d9810a30914dff4");
const Bytes kNonce = from_hex("f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff");
const Bytes kPlain = from_hex(
    "6bc1bee22e409f96e93d7e117393172aae2d8a571e03ac9c9eb76fac45af8e51"
    "30c81c46a35ce411e5fbc1191a0a52eff69f2445df4f9b17ad2b417be66c3710");
const Bytes kEncrypted = from_hex(
    "601ec313775789a5b7a7f504bbf3d228f443e3ca4d62b59aca84e990cacaf5c5"
    "2b0930daa23de94ce87017ba2d84988ddfc9c58db67aada613c2dd08457941a6");

TEST(FileCipher, IsAesInCounterModeAsNistDefinesIt) {
  const auto cipher = cipher_with(kKey, kNonce);
  EXPECT_EQ(applied(cipher, 0, kPlain), kEncrypted);
  EXPECT_EQ(applied(cipher, 0, kEncrypted), kPlain);
}

// Stored: these bytes may never change.
TEST(FileCipher, HeaderBeginsWithItsNameVersionKeyAndNonce) {
  const auto header = cipher_with(kKey, kNonce).header();
  ASSERT_TRUE(header.ok());
  EXPECT_TRUE(header->starts_with("partita file" + Bytes("\1\0\0\0\1", 5) + kNonce));
}

TEST(FileCipher, WorksInPlace) {
  auto bytes = kPlain;
  ASSERT_TRUE(cipher_with(kKey, kNonce).apply(0, bytes, bytes.data()).ok());
  EXPECT_EQ(bytes, kEncrypted);
}

TEST(FileCipher, ReadsAnyPieceAsIfTheWholeWereRead) {
  constexpr std::uint64_t kSeed = 7;
  SCOPED_TRACE(kSeed);
  SeededRandom random(kSeed);
  Bytes plain(10'000, '\0');
  random.fill(std::as_writable_bytes(std::span(plain)));
  // The second nonce overflows all of its 16 bytes after the first block.
  for (const auto& nonce : {kNonce, Bytes(16, '\xFF')}) {
    const auto cipher = cipher_with(kKey, nonce);
    const auto whole = applied(cipher, 0, plain);
    for (int i = 0; i < 2000; ++i) {
      const auto offset = random.below(plain.size());
      const auto bytes = random.below(plain.size() - offset + 1);
      ASSERT_EQ(applied(cipher, offset, ByteView(plain).substr(offset, bytes)),
                whole.substr(offset, bytes))
          << offset << " + " << bytes;
    }
  }
}

TEST(FileCipher, CountsOnAfterFourGigabytesAndAtTheEndOfAllOffsets) {
  const auto cipher = cipher_with(kKey, Bytes(16, '\0'));
  const Bytes zeros(64, '\0');
  // Block 2^32 of a nonce of zero is block 0 of the nonce 2^32.
  Bytes nonce(16, '\0');
  nonce[11] = 1;
  EXPECT_EQ(applied(cipher, std::uint64_t{1} << 36, zeros),
            applied(cipher_with(kKey, nonce), 0, zeros));
  EXPECT_NE(applied(cipher, UINT64_MAX - 63, zeros), applied(cipher, 0, zeros));
}

TEST(FileCipher, KeepsThreadsAndKeysApart) {
  const auto first = cipher_with(kKey, kNonce);
  const auto second = cipher_with(Bytes(32, 'k'), kNonce);
  const auto expected = applied(second, 5, kPlain);
  std::atomic<int> wrong = 0;
  std::vector<std::thread> threads;
  threads.reserve(4);
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      for (int round = 0; round < 2000; ++round) {
        if (applied(first, 0, kPlain) != kEncrypted) ++wrong;
        if (applied(second, 5, kPlain) != expected) ++wrong;
      }
    });
  }
  for (auto& thread : threads) thread.join();
  EXPECT_EQ(wrong, 0);
}

struct FileHeader : ::testing::Test {
  TemporaryDirectory directory;
  SystemRandom random;
  ManualClock clock;
  std::shared_ptr<Keyring> keyring =
      *Keyring::create(directory.path(), MasterKey::generate(random), clock, random);
};

TEST_F(FileHeader, LeadsBackToTheSameCipher) {
  const auto cipher = FileCipher::create(*keyring);
  const auto header = *cipher.header();
  ASSERT_EQ(header.size(), FileCipher::kHeaderBytes);
  EXPECT_TRUE(FileCipher::is_header(header));
  const auto opened = *FileCipher::open(header, *keyring);
  EXPECT_EQ(opened.key_id(), 1u);
  EXPECT_EQ(applied(opened, 3, applied(cipher, 3, kPlain)), kPlain);
}

TEST_F(FileHeader, NamesTheKeyThatWasActiveWhenTheFileBegan) {
  const auto before = *FileCipher::create(*keyring).header();
  ASSERT_TRUE(keyring->rotate_data_key().ok());
  const auto after = *FileCipher::create(*keyring).header();
  EXPECT_EQ(FileCipher::open(before, *keyring)->key_id(), 1u);
  EXPECT_EQ(FileCipher::open(after, *keyring)->key_id(), 2u);
}

TEST_F(FileHeader, GivesTwoFilesDifferentKeystreams) {
  EXPECT_NE(applied(FileCipher::create(*keyring), 0, kPlain),
            applied(FileCipher::create(*keyring), 0, kPlain));
}

TEST_F(FileHeader, NoticesAChangeOfAnyByte) {
  const auto genuine = *FileCipher::create(*keyring).header();
  for (std::size_t i = 0; i < genuine.size(); ++i) {
    auto changed = genuine;
    changed[i] ^= 0x10;
    const auto opened = FileCipher::open(changed, *keyring);
    ASSERT_FALSE(opened.ok()) << i;
    EXPECT_EQ(opened.error().kind(), ErrorKind::Corrupt);
  }
}

TEST_F(FileHeader, NoticesThatItIsMissingOrCutShort) {
  const auto genuine = *FileCipher::create(*keyring).header();
  for (const std::size_t bytes : {0U, 1U, 12U, 13U, 33U, 4095U}) {
    EXPECT_EQ(FileCipher::open(genuine.substr(0, bytes), *keyring).error().kind(),
              ErrorKind::Corrupt);
  }
  const auto plain = FileCipher::open(Bytes(FileCipher::kHeaderBytes, 'p'), *keyring);
  EXPECT_NE(plain.error().message().find("not encrypted"), std::string::npos);
}

TEST_F(FileHeader, BelongsToOneKeyring) {
  const TemporaryDirectory other;
  const auto stranger = *Keyring::create(other.path(), MasterKey::generate(random), clock, random);
  const auto header = *FileCipher::create(*stranger).header();
  EXPECT_EQ(FileCipher::open(header, *keyring).error().kind(), ErrorKind::Corrupt);
}

}  // namespace
}  // namespace partita::engine

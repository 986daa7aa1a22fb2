#include "wire/protocol/credentials.h"

#include <gtest/gtest.h>

#include <cstdlib>

namespace partita::protocol {
namespace {

Credential credential(std::string_view id, std::string_view secret = "sixteen-letters!") {
  return {.access_key_id = std::string(id), .secret_access_key = SecretText(secret)};
}

// Sets a variable for as long as it lives.
class Variable {
 public:
  Variable(const char* name, const char* value) : name_(name) { ::setenv(name, value, 1); }
  Variable(const Variable&) = delete;
  Variable& operator=(const Variable&) = delete;
  ~Variable() { ::unsetenv(name_); }

 private:
  const char* name_;
};

TEST(CredentialStore, FindsByTheWholeId) {
  const auto store = CredentialStore::create({credential("one"), credential("two")}).value();
  EXPECT_EQ(store.size(), 2u);
  ASSERT_NE(store.find("two"), nullptr);
  EXPECT_EQ(store.find("two")->access_key_id, "two");
  for (const std::string_view id : {"", "tw", "twoo", "TWO", "three"}) {
    EXPECT_EQ(store.find(id), nullptr) << id;
  }
}

TEST(CredentialStore, GivesEveryCredentialASerialOfItsOwn) {
  const auto first = CredentialStore::create({credential("one"), credential("two")}).value();
  const auto second = CredentialStore::create({credential("one")}).value();
  EXPECT_NE(first.find("one")->serial, 0u);
  EXPECT_NE(first.find("one")->serial, first.find("two")->serial);
  EXPECT_NE(first.find("one")->serial, second.find("one")->serial);
}

TEST(CredentialStore, RefusesAnIdThatIsThereTwice) {
  const auto store = CredentialStore::create({credential("one"), credential("one")});
  ASSERT_FALSE(store.ok());
  EXPECT_EQ(store.error().message(), "the access key one is there twice");
}

TEST(Credential, IsRefusedIfMalformedWithoutShowingItsSecret) {
  auto with_token = credential("id");
  with_token.session_token = SecretText("");
  auto with_name = credential("id");
  with_name.name = "two words";
  const Credential malformed[] = {
      credential(""),
      credential(std::string(129, 'x')),
      credential("a/b"),
      credential("a b"),
      credential("\xC3\xA4"),
      credential("id", ""),
      credential("id", "fifteen-letters"),
      credential("id", "a secret with blanks"),
      credential("id", std::string(257, 'x')),
      credential("id", "sixteen-letters\n"),
      with_token,
      with_name,
  };
  for (const Credential& c : malformed) {
    const auto status = check_credential(c);
    ASSERT_FALSE(status.ok()) << c.access_key_id;
    EXPECT_EQ(status.error().kind(), ErrorKind::InvalidArgument);
    EXPECT_EQ(status.error().message().find("letters!"), std::string::npos);
    EXPECT_EQ(status.error().message().find("fifteen"), std::string::npos);
  }
  EXPECT_TRUE(check_credential(credential("A-z_0.9")).ok());
}

TEST(CredentialFromEnvironment, NeedsBothVariables) {
  EXPECT_FALSE(credential_from_environment().value().has_value());
  const Variable id("PARTITA_ACCESS_KEY_ID", "me");
  EXPECT_EQ(credential_from_environment().error().kind(), ErrorKind::InvalidArgument);
  const Variable secret("PARTITA_SECRET_ACCESS_KEY", "sixteen-letters!");
  const auto found = credential_from_environment().value();
  ASSERT_TRUE(found);
  EXPECT_EQ(found->access_key_id, "me");
  EXPECT_EQ(found->secret_access_key.view(), "sixteen-letters!");
  EXPECT_FALSE(found->session_token);
  const Variable token("PARTITA_SESSION_TOKEN", "token");
  EXPECT_EQ(credential_from_environment().value()->session_token->view(), "token");
  const Variable weak("PARTITA_SECRET_ACCESS_KEY", "weak");
  EXPECT_EQ(credential_from_environment().error().kind(), ErrorKind::InvalidArgument);
}

}  // namespace
}  // namespace partita::protocol

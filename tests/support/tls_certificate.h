#pragma once

#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/x509.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>

namespace partita::testing {

// A key and a certificate that vouches for itself, as PEM files in a test's own directory.
class TlsCertificate {
 public:
  // The number tells one certificate from another; the host is who shows it.
  TlsCertificate(const std::filesystem::path& directory, int serial,
                 const std::string& host = "localhost")
      : certificate_(directory / "server.crt"), key_(directory / "server.key") {
    const Key key(EVP_EC_gen("P-256"), EVP_PKEY_free);
    const Certificate certificate(X509_new(), X509_free);
    X509_set_version(certificate.get(), X509_VERSION_3);
    ASN1_INTEGER_set(X509_get_serialNumber(certificate.get()), serial);
    X509_gmtime_adj(X509_getm_notBefore(certificate.get()), -3600);
    X509_gmtime_adj(X509_getm_notAfter(certificate.get()), 3600);
    X509_set_pubkey(certificate.get(), key.get());
    X509_NAME* name = X509_get_subject_name(certificate.get());
    X509_NAME_add_entry_by_txt(name, "CN", MBSTRING_ASC,
                               reinterpret_cast<const unsigned char*>(host.c_str()), -1, -1, 0);
    X509_set_issuer_name(certificate.get(), name);
    X509_sign(certificate.get(), key.get(), EVP_sha256());
    const File certificate_file(std::fopen(certificate_.c_str(), "w"), std::fclose);
    const File key_file(std::fopen(key_.c_str(), "w"), std::fclose);
    if (PEM_write_X509(certificate_file.get(), certificate.get()) != 1) std::abort();
    const int written =
        PEM_write_PrivateKey(key_file.get(), key.get(), nullptr, nullptr, 0, nullptr, nullptr);
    if (written != 1) std::abort();
  }

  const std::filesystem::path& certificate() const { return certificate_; }
  const std::filesystem::path& key() const { return key_; }

 private:
  using Key = std::unique_ptr<EVP_PKEY, decltype(&EVP_PKEY_free)>;
  using Certificate = std::unique_ptr<X509, decltype(&X509_free)>;
  using File = std::unique_ptr<std::FILE, decltype(&std::fclose)>;

  std::filesystem::path certificate_;
  std::filesystem::path key_;
};

}  // namespace partita::testing

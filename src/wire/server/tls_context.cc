#include "wire/server/tls_context.h"

#include <fmt/format.h>
#include <openssl/err.h>
#include <openssl/ssl.h>

#include "partita/base/check.h"

namespace partita::server {
namespace {

Error tls_error(const char* verb, const std::filesystem::path& file) {
  const auto code = ERR_peek_last_error();
  const char* reason = ERR_reason_error_string(code);
  ERR_clear_error();
  return Error::invalid_argument(fmt::format("cannot {} {}: {}", verb, file.string(),
                                             reason != nullptr ? reason : "it is not valid"));
}

// OpenSSL would ask the terminal.
int refuse_passphrase(char*, int, int, void*) { return 0; }

void restrict_to_safe(SSL_CTX* context) {
  SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION);
  SSL_CTX_set_options(
      context, SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION | SSL_OP_CIPHER_SERVER_PREFERENCE);
  // For 1.2; all of 1.3 is authenticated.
  PARTITA_CHECK(SSL_CTX_set_cipher_list(context, "ECDHE+AESGCM:ECDHE+CHACHA20") == 1);
  // An idle connection keeps no buffers; clients resume by tickets, which cost us no memory.
  SSL_CTX_set_mode(context, SSL_MODE_RELEASE_BUFFERS);
  SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_OFF);
  SSL_CTX_set_default_passwd_cb(context, refuse_passphrase);
}

}  // namespace

Result<std::shared_ptr<const TlsContext>> TlsContext::load(const TlsFiles& files) {
  SSL_CTX* context = SSL_CTX_new(TLS_server_method());
  PARTITA_CHECK(context != nullptr);
  std::shared_ptr<const TlsContext> owner(new TlsContext(context));
  restrict_to_safe(context);
  ERR_clear_error();
  if (SSL_CTX_use_certificate_chain_file(context, files.certificate.c_str()) != 1) {
    return tls_error("use the TLS certificate", files.certificate);
  }
  if (SSL_CTX_use_PrivateKey_file(context, files.key.c_str(), SSL_FILETYPE_PEM) != 1 ||
      SSL_CTX_check_private_key(context) != 1) {
    return tls_error("use the TLS key", files.key);
  }
  return owner;
}

TlsContext::~TlsContext() { SSL_CTX_free(context_); }

}  // namespace partita::server

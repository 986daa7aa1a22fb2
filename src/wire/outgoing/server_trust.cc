#include "wire/outgoing/server_trust.h"

#include <fmt/format.h>

#include "wire/server/asio.h"
#include "wire/server/listen_address.h"

namespace partita::outgoing {

Result<TrustedContext> load_trusted(const std::filesystem::path& file) {
  namespace ssl = boost::asio::ssl;
  auto context = std::make_unique<ssl::context>(ssl::context::tls_client);
  ::SSL_CTX_set_min_proto_version(context->native_handle(), TLS1_2_VERSION);
  server::IoErrorCode failed;
  if (file.empty()) {
    context->set_default_verify_paths(failed);
  } else {
    context->load_verify_file(file.string(), failed);
  }
  if (!failed) return context;
  return Error::invalid_argument(fmt::format("cannot use the certificates of {}: {}",
                                             file.empty() ? "the system" : file.string(),
                                             failed.message()));
}

// Which of the server's certificates is wanted is said, too, since it may have several. An address
// has no name. The library's own macro for this has a cast that we do not allow.
bool want_certificate_of(SSL* session, const std::string& name) {
  ::SSL_set_verify(session, SSL_VERIFY_PEER, nullptr);
  if (server::is_ip_address(name)) {
    return ::X509_VERIFY_PARAM_set1_ip_asc(::SSL_get0_param(session), name.c_str()) == 1;
  }
  ::SSL_set_hostflags(session, X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS);
  return ::SSL_set1_host(session, name.c_str()) == 1 &&
         ::SSL_ctrl(session, SSL_CTRL_SET_TLSEXT_HOSTNAME, TLSEXT_NAMETYPE_host_name,
                    const_cast<char*>(name.c_str())) == 1;
}

}  // namespace partita::outgoing

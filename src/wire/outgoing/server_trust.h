#pragma once

#include <boost/asio/ssl.hpp>
#include <filesystem>
#include <memory>
#include <string>

#include "partita/base/result.h"

// Whose certificates are believed when we are the client.
namespace partita::outgoing {

using TrustedContext = std::unique_ptr<boost::asio::ssl::context>;

// What the file has, or the system if it is empty. TLS 1.2 at least.
// ERRORS: InvalidArgument if the file has no certificates.
Result<TrustedContext> load_trusted(const std::filesystem::path& file);

// The session asks for a certificate of this server, and fails without one that is good for it.
// False: it cannot be checked.
bool want_certificate_of(SSL* session, const std::string& name);

}  // namespace partita::outgoing

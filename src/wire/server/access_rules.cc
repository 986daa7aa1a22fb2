#include "wire/server/access_rules.h"

#include <fmt/format.h>

#include "partita/api/exception.h"

namespace partita::server {

Result<std::string> AccessRules::role_of(const protocol::HttpRequest& request,
                                         const protocol::Principal& caller) const {
  const auto claimed = request.find_header("x-partita-role");
  if (!is_enforced()) return std::string(claimed.value_or(""));
  if (!claimed || *claimed == caller.role) return caller.role;
  const auto held = caller.role.empty() ? "has no role" : "has the role " + caller.role;
  return api::failure(
      api::Exception::AccessDenied,
      fmt::format("the access key {}, so X-Partita-Role cannot claim another one; partita keys "
                  "create --role makes a key with a role",
                  held));
}

}  // namespace partita::server

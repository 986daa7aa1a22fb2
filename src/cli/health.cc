#include "cli/health.h"

#include "cli/terminal.h"
#include "partita/base/result.h"
#include "wire/client/rest_client.h"

namespace partita::cli {
namespace {

// Nobody needs an access key for it, so nothing is signed.
Result<client::RestAnswer> ask_health(const ModelTarget& target) {
  const auto client =
      TRY(client::connect_rest({.endpoint = target.endpoint, .trusted_file = target.trusted_file}));
  const client::RestRequest request{.path = "/health"};
  return client->send(request);
}

}  // namespace

ExitCode show_health(const HealthCommand& command) {
  const auto answer = ask_health(command.target);
  if (!answer.ok()) return failed(answer.error());
  print(answer->body + (answer->body.ends_with('\n') ? "" : "\n"));
  return answer->status == 200 ? ExitCode::Ok : ExitCode::Failed;
}

}  // namespace partita::cli

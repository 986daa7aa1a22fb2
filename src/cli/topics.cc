#include "cli/topics.h"

#include <fmt/format.h>

#include "cli/command_tree.h"
#include "cli/settings.h"

namespace partita::cli {
namespace {

constexpr const char* kStartText = R"(
Start a server; no configuration is needed, and every write waits for the disk:

  partita serve

From another terminal, with the AWS CLI or any SDK. A server on this machine takes any credentials,
but the tools want some:

  export AWS_ACCESS_KEY_ID=me AWS_SECRET_ACCESS_KEY=anything AWS_DEFAULT_REGION=us-east-1
  aws dynamodb list-tables --endpoint-url http://127.0.0.1:8000

To look at the data, open http://127.0.0.1:8000/console/ in a browser.
A server for tests keeps everything in memory and takes any free port; the line that it prints has
the address:

  partita serve --memory --port 0
)";

constexpr const char* kAccessText = R"(
Without access keys, every program on this machine is let in and no other machine is: the server
listens on 127.0.0.1. For other machines it needs access keys and TLS:

  partita keys create --name me
  partita serve --listen 0.0.0.0:8000 --credentials partita-credentials \
      --tls-certificate server.crt --tls-key server.key

An access key is what AWS calls one: an id and a secret, with which clients sign their requests.
Certificates and access keys are read again on SIGHUP.
In a container or a network of your own, --allow-plaintext-network does without TLS, and
--allow-anyone-on-the-network without access keys as well. A server answers only to the names of its
machine in the Host header; --allow-host adds one, such as that of a container.
)";

constexpr const char* kEncryptionText = R"(
Data on disk is encrypted under a master key, which is kept elsewhere:

  partita key new /etc/partita/master.key
  partita serve --encryption-key-file /etc/partita/master.key

Without the key nobody can read the data, backups included: keep a copy in a safe place. Keys are
changed while no server runs:

  partita key rotate --encryption-key-file /etc/partita/master.key
)";

constexpr const char* kModelsText = R"(
A model is a YAML file that says which entities a table holds, how they are found, and what must
always hold. The server enforces it for every client that writes.

  partita model init                 a first model
  partita model lint shop.yaml       what is wrong with it
  partita model explain shop.yaml    which index serves which access pattern
  partita model cost shop.yaml       what it costs in a month on AWS
  partita model plan shop.yaml       what it would change at a running server
  partita model apply shop.yaml      put it in force
  partita serve --models DIR         put all models of a directory in force at the start
)";

constexpr const char* kBackupsText = R"(
Of a whole server, while it runs; files that the directory has already are not copied again:

  partita backup create /backups/partita --keep 7
  partita backup verify /backups/partita
  partita backup restore /backups/partita --data /srv/partita-restored

Of one table, as of any moment, if its point-in-time recovery is on:

  partita history TABLE KEY          what has happened to an item, and by whom
  partita undo TABLE --item KEY      its last change taken back
  partita restore TABLE --at TIME --to OTHER
)";

constexpr const char* kServersText = R"(
Any number of servers can keep their data in one database of PostgreSQL. Each of them takes every
request, and one that dies is missed by nobody but its own connections:

  partita store init --store postgresql://partita@db.example.com/partita
  partita serve --store postgresql://partita@db.example.com/partita --listen 0.0.0.0:8000 ...
  partita cluster                    which servers there are, and what each of them does
  partita health                     whether the one that is asked is well
  partita store check --store ...    how safe the store is

Before them goes anything that spreads HTTP; examples/cluster has HAProxy. Servers are upgraded one
after the other: docs/CLUSTER.md says what two versions side by side can rely on.
)";

constexpr const char* kExitCodesText = R"(
  0    done
  1    failed, or what was compared does not agree
  2    the command was not understood
  3    what was asked for is not there
  78   refused, because it would not be safe
)";

constexpr const char* kConfigurationText = R"(
Each option of `partita serve` can be given in three ways. The command line goes before the
environment, and that before the file that --config or PARTITA_CONFIG names:

  partita serve --log-dir /fast/log
  PARTITA_LOG_DIR=/fast/log partita serve
  log-dir = "/fast/log"              a line of the file

A switch has the value true or false, and what can be repeated is a list: ["one", "other"] in the
file, one,other in the environment. `partita serve --print-config` shows what comes of it all. These
are the settings:

)";

// The texts begin in a line of their own.
std::string behind_newline(std::string_view text) { return std::string(text.substr(1)); }

// "  log-dir DIR    PARTITA_LOG_DIR", for each.
std::string settings_list(const CLI::App& program) {
  const CLI::App* serve = find_command(program, {"serve"});
  std::string text;
  if (serve == nullptr) return text;
  for (const CLI::Option* each : options_of(*serve)) {
    if (!is_setting(*each)) continue;
    const std::string& name = each->get_lnames().front();
    const std::string value = takes_value(*each) ? each->get_type_name() : "true";
    text += fmt::format("  {:<46} {}\n", fmt::format("{} = {}", name, value), variable_of(name));
  }
  return text;
}

}  // namespace

std::vector<Topic> topics_of(const CLI::App& program) {
  return {
      {"start", "The first minutes", behind_newline(kStartText)},
      {"configuration", "Options, variables and the file of a server",
       behind_newline(kConfigurationText) + settings_list(program)},
      {"access", "Access keys, TLS and who is let in", behind_newline(kAccessText)},
      {"encryption", "Encryption of data on disk", behind_newline(kEncryptionText)},
      {"models", "Data models, from the first one to a change in use", behind_newline(kModelsText)},
      {"backups", "Backups, recovery and undoing", behind_newline(kBackupsText)},
      {"servers", "Several servers on one store", behind_newline(kServersText)},
      {"exit-codes", "What the program's exit codes mean", behind_newline(kExitCodesText)},
  };
}

}  // namespace partita::cli

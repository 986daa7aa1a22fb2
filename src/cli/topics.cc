#include "cli/topics.h"

#include <fmt/format.h>

#include "cli/command_tree.h"
#include "cli/settings.h"

namespace partita::cli {
namespace {

constexpr const char* kStartText = R"(
Start a server. It needs no configuration, and syncs every write to disk:

  partita serve

Use it from another terminal, with the AWS CLI or any SDK. A server on this machine accepts any
credentials, but the tools need some:

  export AWS_ACCESS_KEY_ID=me AWS_SECRET_ACCESS_KEY=anything AWS_DEFAULT_REGION=us-east-1
  aws dynamodb list-tables --endpoint-url http://127.0.0.1:8000

To look at the data, open http://127.0.0.1:8000/console/ in a browser.
A server for tests can keep all data in memory and listen on any free port. It prints a line with
its address:

  partita serve --memory --port 0
)";

constexpr const char* kAccessText = R"(
Without access keys, the server listens on 127.0.0.1: it accepts every program on this machine, and
no other machine can reach it. To serve other machines it needs access keys and TLS:

  partita keys create --name me
  partita serve --listen 0.0.0.0:8000 --credentials partita-credentials \
      --tls-certificate server.crt --tls-key server.key

As on AWS, an access key is an id and a secret, with which clients sign their requests.
Certificates and access keys are read again on SIGHUP.
In a container or a private network, --allow-plaintext-network allows requests without TLS, and
--allow-anyone-on-the-network also without access keys. Without access keys, a server accepts only
the names of its machine in the Host header; --allow-host adds one, such as that of a container.
)";

constexpr const char* kEncryptionText = R"(
Data on disk can be encrypted with a master key, which you keep in another place:

  partita key new /etc/partita/master.key
  partita serve --encryption-key-file /etc/partita/master.key

Without the key nobody can read the data or its backups, so keep a copy in a safe place. Change keys
while no server is running:

  partita key rotate --encryption-key-file /etc/partita/master.key
)";

constexpr const char* kModelsText = R"(
A model is a YAML file that describes the entities of a table, how programs find them, and which
rules they must follow. The server enforces the rules on every write by any client.

  partita model init                 write a first model
  partita model lint shop.yaml       find problems in it
  partita model explain shop.yaml    show which index serves which access pattern
  partita model cost shop.yaml       estimate its monthly cost on AWS
  partita model plan shop.yaml       show what it would change on a running server
  partita model apply shop.yaml      put it in force
  partita serve --models DIR         put all models of a directory in force at the start
)";

constexpr const char* kBackupsText = R"(
Back up a whole server while it runs. Files that are already in the directory are not copied again:

  partita backup create /backups/partita --keep 7
  partita backup verify /backups/partita
  partita backup restore /backups/partita --data /srv/partita-restored

If point-in-time recovery of a table is on, go back to any moment:

  partita history TABLE KEY          show the changes of an item and their authors
  partita undo TABLE --item KEY      undo its last change
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
  0    success
  1    failure, or the compared data does not agree
  2    wrong usage: the command was not understood
  3    the requested object does not exist
  78   refused, because it would not be safe
)";

constexpr const char* kConfigurationText = R"(
Each option of `partita serve` can be set in three ways. The command line overrides the environment,
which overrides the file of --config or PARTITA_CONFIG:

  partita serve --log-dir /fast/log
  PARTITA_LOG_DIR=/fast/log partita serve
  log-dir = "/fast/log"              a line of the file

A flag has the value true or false. Options that can be repeated are lists: ["one", "other"] in the
file, one,other in the environment. `partita serve --print-config` shows the result. The settings
are:

)";

// The texts begin with a newline.
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
      {"access", "Access keys, TLS and access control", behind_newline(kAccessText)},
      {"encryption", "Encryption of data on disk", behind_newline(kEncryptionText)},
      {"models", "Data models, from the first draft to a running server",
       behind_newline(kModelsText)},
      {"backups", "Backups, recovery and undoing", behind_newline(kBackupsText)},
      {"servers", "Several servers on one store", behind_newline(kServersText)},
      {"exit-codes", "What the program's exit codes mean", behind_newline(kExitCodesText)},
  };
}

}  // namespace partita::cli

#pragma once

// The texts below the options in the help of commands.
namespace partita::cli {

inline constexpr const char* kProgramExamples = R"(
Examples:
  partita serve                 start a server; then ask it: curl localhost:8000/health
  partita tables                list the tables; see also describe, get, put, delete, query, scan
  partita stream TABLE          show the changes of a table as they happen
  partita top                   show how busy a server is, updated each second
  partita export TABLE FILE     write a table to a file; see also import, copy
  partita help serve            show all options of a server
  partita keys create           make an access key, so that only signed requests are accepted
  partita key new FILE          make a master key, to encrypt the data on disk
  partita check                 verify all stored data; --data DIR if no server runs
  partita backup create DIR     back up a running server; see also list, verify, restore
  partita jobs                  show the background jobs of a server
  partita sync status           show the state of syncs to other servers
  partita work MODEL CLAIM      run a program for each item of a queue
  partita capacity TABLE        draw consumed and provisioned capacity of the last day
  partita faults set FILE       make some requests fail, to test programs
  partita health                check whether a server is healthy
  partita help topics           list further topics: configuration, access ...
  partita restore TABLE --to T  restore a table as it was; partita history shows an item's changes
  partita undo TABLE --item KEY undo the last change of an item, or all changes of a request
  partita model lint FILE       check a data model; partita model --help has the rest

Exit codes: 0 success, 1 failure, 2 wrong usage, 3 the requested object does not exist,
78 refused because it would not be safe.)";

inline constexpr const char* kKeyFooter = R"(
A master key encrypts the data on disk, so that a stolen disk cannot be read. It has nothing to do
with access to the server; for that there are access keys: partita keys --help.)";

inline constexpr const char* kKeysFooter = R"help(
Examples:
  eval "$(partita keys create --name me)"    a new access key, for this shell's AWS tools as well
  partita keys create --name backup-job --json
  partita keys create --name replay --role admin    for transitions that are `by: admin`
  partita keys list
  partita keys delete PTTAEXAMPLEEXAMPLE01
  partita serve --credentials partita-credentials

As on AWS, an access key is an id and a secret with which clients sign their requests. The secrets
in the file are encrypted. The key for this is in FILE.key, or where --key-file or --key-env says,
so a copy of the file alone is useless. Only the owner may access both files (mode 0600).
To encrypt the data on disk, see partita key --help.)help";

inline constexpr const char* kKeyNewFooter = R"(
Example:
  partita key new ~/partita.key && partita serve --encryption-key-file ~/partita.key)";

inline constexpr const char* kRotateExamples = R"(
Examples:
  partita key rotate --encryption-key-file old.key
      a new data key: new files use it, existing ones when they are rewritten
  partita key new new.key
  partita key rotate --encryption-key-file old.key --new-key-file new.key
      a new master key as well: old.key is then useful only for older backups

The server must not be running.)";

inline constexpr const char* kKeysCreateFooter = R"help(
Examples:
  eval "$(partita keys create --name me)"    for this shell's AWS tools as well
  partita keys create --name backup-job --json)help";

inline constexpr const char* kKeysListFooter = R"(
Example:
  partita keys list --file /etc/partita/credentials)";

inline constexpr const char* kKeysDeleteFooter = R"(
Example:
  partita keys delete PTTAEXAMPLEEXAMPLE01

A running server accepts the key until it reads its access keys again, on SIGHUP.)";

inline constexpr const char* kCheckFooter = R"(
Examples:
  partita check                              the data of the server on 127.0.0.1:8000
  partita check --data /srv/partita --json   data that no server has open
  partita check --data /srv/partita --encryption-key-file ~/partita.key

Compares the items of all tables with their index entries, the expiry queue, unique values,
rollups, sizes of item collections, streams, history and counts. Each table is checked in one
snapshot, so the server keeps working meanwhile. With --data, the checksums of all files are
verified as well. Nothing is changed. The first 1000 disagreements are listed.
Exit codes: 0 everything agrees, 1 not.)";

inline constexpr const char* kBackupFooter = R"(
Examples:
  partita backup create /backups/partita --keep 7
  partita backup list /backups/partita
  partita backup verify /backups/partita
  partita backup restore /backups/partita --data /srv/partita-restored

A backup contains all tables, models and settings of a server as of one moment.
Exit codes: 0 success, 1 failure.)";

inline constexpr const char* kBackupCreateFooter = R"(
Examples:
  partita backup create /backups/partita             back up the server on 127.0.0.1:8000
  partita backup create /backups/partita --keep 7    and keep only the newest seven backups

Run it on the machine of the server, as the user who runs the server. The server makes a copy next
to its data, with hard links, and this command copies it to DIR. Files that DIR already has are not
copied again; on the file system of the data they are hard links. Reads and writes continue. The
next backup removes the files of an interrupted one. Files of an encrypted store stay encrypted:
keep the master key in another place, because the backup is useless without it.)";

inline constexpr const char* kBackupListFooter = R"(
Examples:
  partita backup list /backups/partita
  partita backup list /backups/partita --json)";

inline constexpr const char* kBackupVerifyFooter = R"(
Examples:
  partita backup verify /backups/partita

Reads every file of every backup and compares it with its SHA-256. Needs no master key.
Exit codes: 0 all are intact, 1 not.)";

inline constexpr const char* kBackupRestoreFooter = R"(
Examples:
  partita backup restore /backups/partita --data /srv/partita
  partita backup restore /backups/partita --data /srv/partita --backup 2026-11-18T090000.000Z

The directory must be empty or not exist; it gets its name only when it is complete. No server is
needed. Then start one: partita serve --data DIR. If the backup is older than three days, the server
does not trust the date until it is started with --accept-clock.)";

inline constexpr const char* kFaultsFooter = R"(
Examples:
  partita serve --memory --allow-faults      start a server that allows faults
  partita faults set faults.yaml
  partita faults show
  partita faults clear

A file such as:
  seed: 7
  rules:
    - kind: throttle                throttle, transaction_conflict, internal_error, unavailable,
      operations: [PutItem]         partial_batch, stale_read, drop_connection, delay
      tables: [Orders, "test_*"]
      rate: 0.1                     or every: 10; default: all requests
      count: 5                      or for: 30s; then the rule ends
    - kind: internal_error
      applied: true                 carried out, but answered with 500
Answers that a fault has changed have the header X-Partita-Fault.)";

inline constexpr const char* kHealthFooter = R"(
Examples:
  partita health                             the server on 127.0.0.1:8000
  partita health --endpoint https://db.example.com:8000 --ca-file ca.pem

Needs no access key. Exit codes: 0 the server is healthy, 1 it is not or does not answer.)";

inline constexpr const char* kJobsFooter = R"(
Examples:
  partita jobs                               show all jobs
  partita jobs --pause backfill/Albums/byLabel
  partita jobs --json --endpoint http://db.example.com:8000

Jobs fill indexes, expire items, build rollups and so on. A failed job is retried automatically.
A pause lasts until --resume, even across restarts.)";

inline constexpr const char* kClusterFooter = R"(
Examples:
  partita cluster                            name, address, version, last sign of life, leases
  partita cluster --endpoint http://db.example.com:8000
  partita cluster --json

Any server can be asked. A lease is the right to do a job that only one server may do; those of a
server that is silent for five seconds go to the others. A server with a directory of its own is
alone. docs/CLUSTER.md has more.)";

inline constexpr const char* kTopFooter = R"(
Examples:
  partita top                                the server on this machine, until Ctrl-C
  partita top --endpoint https://db.example.com
  partita top --once                         print it once, for a script or a bug report

Shows requests, latency, errors, bytes, memory and the busiest tables of the last second.
GET /api/server/series returns the last day, and /console/ draws it.)";

inline constexpr const char* kCapacityFooter = R"(
Examples:
  partita capacity orders                    the last day
  partita capacity orders --last 1h --index byDate
  partita capacity orders --json             the values of each minute

The consumption of each minute is stored for a day, for all servers that share the store.)";

inline constexpr const char* kRestoreFooter = R"(
Examples:
  partita restore orders --at '2026-11-16 10:00' --to orders-at-ten
  partita restore orders --to orders-copy            as it is now

Point-in-time recovery of the table must be on. The new table is CREATING until the restore is
complete; partita jobs shows the progress. RestoreTableToPointInTime of DynamoDB's API does the same
up to five minutes ago; this command up to the last millisecond.)";

inline constexpr const char* kUndoFooter = R"(
Examples:
  partita undo orders --item '{"id":"1001"}'              its last change
  partita undo orders --item '{"id":"1001"}' --from '2026-11-16 10:00'
  partita undo orders --request 7F3AK2M4Q9TB              as partita history shows it, or whole
  partita undo orders --access-key AKIAEXAMPLE --from '2026-11-16 10:00' --to '2026-11-16 10:05'

First shows a preview, with the changes that cannot be undone, and asks; --yes does not ask.
Point-in-time recovery of the table must be on. An item that somebody else has changed since is not
touched. Rules of a model apply, except the steps of its lifecycles. An undo is itself a change that
can be undone. If it is interrupted, the same command does the rest.)";

inline constexpr const char* kHistoryFooter = R"(
Example:
  partita history music '{"PK":"ARTIST#456","SK":"#METADATA"}'

Shows all changes of the item in the recovery window of its table, newest first, with the values
before and after. Attributes that a model declares as sensitive are masked.)";

inline constexpr const char* kVersionFooter = R"(
Example:
  partita version        the same as partita --version and partita -v)";

inline constexpr const char* kHelpFooter = R"(
Examples:
  partita help serve
  partita help model apply
  partita help topics           list all topics
  partita help configuration    all settings of a server, as option, variable and line of a file)";

inline constexpr const char* kCompletionFooter = R"help(
Examples:
  source <(partita completion bash)          for this shell; or put the line into ~/.bashrc
  source <(partita completion zsh)           or in ~/.zshrc
  partita completion fish > ~/.config/fish/completions/partita.fish

make install and the Debian package have already installed them.)help";

inline constexpr const char* kManFooter = R"help(
Examples:
  partita man | man -l -                     the page of the program
  partita man model apply | man -l -         the page of one command
  for page in $(partita man --list); do partita man $page > $page; done

Packages install all pages, so that `man partita-serve` finds them.)help";

}  // namespace partita::cli

#pragma once

// What stands below the options in the help of commands.
namespace partita::cli {

inline constexpr const char* kProgramExamples = R"(
Examples:
  partita serve                 start a server; then ask it: curl localhost:8000/health
  partita tables                what is there; describe, get, put, delete, query, scan
  partita stream TABLE          the changes of a table as they are made
  partita top                   how busy a server is, each second
  partita export TABLE FILE     into a file; import is the way back, copy from server to server
  partita help serve            all that a server can be told
  partita keys create           make an access key, so that only signed requests are let in
  partita key new FILE          make a master key, so that data on disk is encrypted
  partita check                 look for damage and disagreement; --data DIR if no server runs
  partita backup create DIR     a backup of a running server; list, verify and restore read it
  partita jobs                  what a server does behind its requests
  partita sync status           what models tell other servers, and what failed
  partita work MODEL CLAIM      run a program for each item that a claim of a model gives
  partita capacity TABLE        what a table consumes and what it has, as a chart of the last day
  partita faults set FILE       some requests fail, to test how programs bear it
  partita health                whether a server is well
  partita help topics           what else partita help tells: configuration, access ...
  partita restore TABLE --to T  a table as it was; partita history tells what has become of an item
  partita undo TABLE --item KEY the last change of an item taken back; or those of a request
  partita model lint FILE       check a data model; partita model --help has the rest

Exit codes: 0 done, 1 failed, 2 the command was not understood, 3 what was asked for is not there,
78 refused as not safe.)";

inline constexpr const char* kKeyFooter = R"(
A master key encrypts data on disk: whoever steals the disk cannot read it. It does not let anyone
in; for that there are access keys: partita keys --help.)";

inline constexpr const char* kKeysFooter = R"help(
Examples:
  eval "$(partita keys create --name me)"    a new access key, for this shell's AWS tools as well
  partita keys create --name backup-job --json
  partita keys create --name replay --role admin    for transitions that are `by: admin`
  partita keys list
  partita keys delete PTTAEXAMPLEEXAMPLE01
  partita serve --credentials partita-credentials

An access key is what AWS calls one: an id and a secret that clients sign their requests with. The
file keeps the secrets sealed under a key in FILE.key or wherever --key-file or --key-env says, so
a copy of the file alone lets nobody in. Both are for their owner only (mode 0600).
This is not about encrypting data on disk: that is what partita key --help tells of.)help";

inline constexpr const char* kKeyNewFooter = R"(
Example:
  partita key new ~/partita.key && partita serve --encryption-key-file ~/partita.key)";

inline constexpr const char* kRotateExamples = R"(
Examples:
  partita key rotate --encryption-key-file old.key
      a new data key: new files use it, old ones change as they are rewritten
  partita key new new.key
  partita key rotate --encryption-key-file old.key --new-key-file new.key
      a new master key as well: old.key opens nothing from now on, except older backups

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

A server that runs lets it in until it reads its access keys again, on SIGHUP.)";

inline constexpr const char* kCheckFooter = R"(
Examples:
  partita check                              what the server on 127.0.0.1:8000 stores
  partita check --data /srv/partita --json   a store that no server has open
  partita check --data /srv/partita --encryption-key-file ~/partita.key

Compares the items of all tables with entries of indexes, the queue of items that expire, unique
values, rollups, sizes of item collections, streams, history and counts. A server goes on with its
work meanwhile: each table is looked at as of one moment. With --data, all files are compared with
their checksums, too. No item is changed. The first 1000 disagreements are told.
Exit codes: 0 all agrees, 1 not.)";

inline constexpr const char* kBackupFooter = R"(
Examples:
  partita backup create /backups/partita --keep 7
  partita backup list /backups/partita
  partita backup verify /backups/partita
  partita backup restore /backups/partita --data /srv/partita-restored

A backup has all tables, models and settings of a server as of one moment.
Exit codes: 0 done, 1 not.)";

inline constexpr const char* kBackupCreateFooter = R"(
Examples:
  partita backup create /backups/partita             of the server on 127.0.0.1:8000
  partita backup create /backups/partita --keep 7    the newest seven stay

To be run on the machine of the server, as the user who runs it: the server makes a copy beside its
data, which takes no space, and this command takes it into DIR. Files that DIR has already are not
copied again; on the file system of the data they are hard links. Reads and writes go on. What a
crash leaves is no backup, and goes with the next one. The files of an encrypted store stay so: keep
its master key elsewhere, without it a backup is worth nothing.)";

inline constexpr const char* kBackupListFooter = R"(
Examples:
  partita backup list /backups/partita
  partita backup list /backups/partita --json)";

inline constexpr const char* kBackupVerifyFooter = R"(
Examples:
  partita backup verify /backups/partita

Reads every file of every backup and compares it with its SHA-256. Needs no master key.
Exit codes: 0 all are whole, 1 not.)";

inline constexpr const char* kBackupRestoreFooter = R"(
Examples:
  partita backup restore /backups/partita --data /srv/partita
  partita backup restore /backups/partita --data /srv/partita --backup 2026-11-18T090000.000Z

A directory with something in it is refused. It is there when all of it is, and not before; no
server is needed. Then start one: partita serve --data DIR. If the backup is older than three days,
the server doubts its date and says so: --accept-clock.)";

inline constexpr const char* kFaultsFooter = R"(
Examples:
  partita serve --memory --allow-faults      a server for tests, whose faults can be set
  partita faults set faults.yaml
  partita faults show
  partita faults clear

A file such as:
  seed: 7
  rules:
    - kind: throttle                throttle, transaction_conflict, internal_error, unavailable,
      operations: [PutItem]         partial_batch, stale_read, drop_connection, delay
      tables: [Orders, "test_*"]
      rate: 0.1                     or every: 10; without them: all
      count: 5                      and for: 30s; then the rule is over
    - kind: internal_error
      applied: true                 carried out, but answered with 500
Answers that a fault has changed have the header X-Partita-Fault.)";

inline constexpr const char* kHealthFooter = R"(
Examples:
  partita health                             the server on 127.0.0.1:8000
  partita health --endpoint https://db.example.com:8000 --ca-file ca.pem

Needs no access key. Exit codes: 0 the server is well, 1 it is not or does not answer.)";

inline constexpr const char* kJobsFooter = R"(
Examples:
  partita jobs                               filling of indexes, expiry, rollups ...
  partita jobs --pause backfill/Albums/byLabel
  partita jobs --json --endpoint http://db.example.com:8000

A job that fails is tried again by itself. A pause lasts until --resume, also over a restart.)";

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
  partita top                                the server of this machine, until Ctrl-C
  partita top --endpoint https://db.example.com
  partita top --once                         one look, for a script or a bug report

Requests, their latency, errors, bytes, memory, and the busiest tables, all of the last second.
GET /api/server/series has the last day, /console/ draws it.)";

inline constexpr const char* kCapacityFooter = R"(
Examples:
  partita capacity orders                    the last day
  partita capacity orders --last 1h --index byDate
  partita capacity orders --json             a number for each minute

What was consumed is stored minute by minute for a day, of all servers that share the store.)";

inline constexpr const char* kRestoreFooter = R"(
Examples:
  partita restore orders --at '2026-11-16 10:00' --to orders-at-ten
  partita restore orders --to orders-copy            as it is now

Point-in-time recovery of the table must be on. The new table is CREATING until all of it is there;
partita jobs shows how far it is. RestoreTableToPointInTime of DynamoDB's API does the same up to
five minutes back, this to the last millisecond.)";

inline constexpr const char* kUndoFooter = R"(
Examples:
  partita undo orders --item '{"id":"1001"}'              its last change
  partita undo orders --item '{"id":"1001"}' --from '2026-11-16 10:00'
  partita undo orders --request 7F3AK2M4Q9TB              as partita history shows it, or whole
  partita undo orders --access-key AKIAEXAMPLE --from '2026-11-16 10:00' --to '2026-11-16 10:05'

Shows first what would become of which item and what cannot be taken back, then asks; --yes does not
ask. Point-in-time recovery of the table must be on. An item that somebody else has changed since
stays as it is. Rules of a model hold, but any state may be left: an undo goes back. It is a change
of its own: an undo can be undone. If it is cut off, the same command does the rest.)";

inline constexpr const char* kHistoryFooter = R"(
Example:
  partita history music '{"PK":"ARTIST#456","SK":"#METADATA"}'

All changes of the item in the recovery window of its table, the newest first, with the values
before and after. What a model calls sensitive is masked.)";

inline constexpr const char* kVersionFooter = R"(
Example:
  partita version        the same as partita --version and partita -v)";

inline constexpr const char* kHelpFooter = R"(
Examples:
  partita help serve
  partita help model apply
  partita help topics           what it tells besides the commands
  partita help configuration    all settings of a server: option, variable and line of a file)";

inline constexpr const char* kCompletionFooter = R"help(
Examples:
  source <(partita completion bash)          for this shell; the line may stand in ~/.bashrc
  source <(partita completion zsh)           or in ~/.zshrc
  partita completion fish > ~/.config/fish/completions/partita.fish

An installed package has put them in their places already (make install, the Debian package).)help";

inline constexpr const char* kManFooter = R"help(
Examples:
  partita man | man -l -                     the program
  partita man model apply | man -l -         one of its commands
  for page in $(partita man --list); do partita man $page > $page; done

Installed packages have all pages, so that `man partita-serve` finds them.)help";

}  // namespace partita::cli

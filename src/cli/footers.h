#pragma once

// What stands below the options in the help of commands.
namespace partita::cli {

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
  partita check                              data in ./partita-data
  partita check --data /srv/partita --json
  partita check --data /srv/partita --encryption-key-file ~/partita.key

The server must not be running. Nothing is changed. Exit codes: 0 all checksums are right, 1 not.)";

inline constexpr const char* kJobsFooter = R"(
Examples:
  partita jobs                               filling of indexes, expiry, rollups ...
  partita jobs --pause backfill/Albums/byLabel
  partita jobs --json --endpoint http://db.example.com:8000

A job that fails is tried again by itself. A pause lasts until --resume, also over a restart.)";

inline constexpr const char* kRestoreFooter = R"(
Examples:
  partita restore orders --at '2026-11-16 10:00' --to orders-at-ten
  partita restore orders --to orders-copy            as it is now

Point-in-time recovery of the table must be on. The new table is CREATING until all of it is there;
partita jobs shows how far it is. RestoreTableToPointInTime of DynamoDB's API does the same up to
five minutes back, this to the last millisecond.)";

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
  partita help model apply)";

inline constexpr const char* kCompletionFooter = R"help(
Examples:
  source <(partita completion bash)          for this shell; the line may stand in ~/.bashrc
  source <(partita completion zsh)           or in ~/.zshrc
  partita completion fish > ~/.config/fish/completions/partita.fish)help";

}  // namespace partita::cli

#pragma once

// The texts below the options in the help of commands for tables and items.
namespace partita::cli {

inline constexpr const char* kTablesFooter = R"(
Examples:
  partita tables
  partita tables --endpoint-url http://localhost:8001
  partita tables --endpoint-url aws:eu-central-1 --profile work
  partita tables --json | jq -r '.TableNames[]'

The command works with any server that has the DynamoDB API. It uses AWS only if you name it, as
aws:REGION, so that no variable of AWS's tools selects AWS by accident. Access keys are taken from
the environment (AWS_ACCESS_KEY_ID ...) or from a profile in ~/.aws.)";

inline constexpr const char* kDescribeFooter = R"(
Examples:
  partita describe Albums
  partita describe Albums --json | jq .KeySchema)";

inline constexpr const char* kGetFooter = R"(
Examples:
  partita get Albums artist='Nina Simone' title='Pastel Blues'
  partita get Albums 'Nina Simone' 'Pastel Blues'     the same, with the values of the key
  partita get Albums '{"artist":"Nina Simone","title":"Pastel Blues"}' --json

The types of key attributes are taken from the table. Write binary values as base64.
Exit codes: 0 found, 3 there is no such item.)";

inline constexpr const char* kPutFooter = R"(
Examples:
  partita put Albums artist='Nina Simone' title='Pastel Blues' year:=1965 tags:='["jazz"]'
  partita put Albums '{"artist":"Nina Simone","title":"Pastel Blues","year":1965}' --new
  partita put Albums '{"artist":{"S":"Nina Simone"},"title":{"S":"Pastel Blues"}}'

name=text sets a string; name:=json a number, true, null, a list or a map. An object may be plain
JSON or DynamoDB JSON. An existing item is replaced; with --new the command fails instead.)";

inline constexpr const char* kDeleteFooter = R"(
Example:
  partita delete Albums artist='Nina Simone' title='Pastel Blues'

Prints the deleted item, so that it can be restored with put.
Exit codes: 0 deleted, 3 there was no such item.)";

inline constexpr const char* kQueryFooter = R"(
Examples:
  partita query Albums artist='Nina Simone'
  partita query Albums artist='Nina Simone' 'title^=Pastel'     titles with this beginning
  partita query Albums label=Philips 'year>=1964' 'year<=1967'  picks an index
  partita query Albums artist='Nina Simone' format=LP --desc --limit 5
  partita query Albums artist='Nina Simone' --json | jq .title

Conditions: = != < <= > >=, ^= begins with, ~= contains, := equals a JSON value. Quote < and > for
the shell. The query uses the index whose key is covered best by the conditions, unless --index
names one; all other conditions are filters. Without --limit, a table shows 100 items, and --json
prints all of them.)";

inline constexpr const char* kScanFooter = R"(
Examples:
  partita scan Albums
  partita scan Albums 'year<1960' --limit 10
  partita scan Albums --count
  partita scan Albums --dynamodb-json > albums.jsonl

Reads every item; for conditions see partita query. A number matches whether it is stored as a
number or as a string. To write a file, partita export is faster.)";

inline constexpr const char* kTableExportFooter = R"(
Examples:
  partita export Albums albums.jsonl        DynamoDB JSON as in AWS exports, which keeps all types
  partita export Albums albums.jsonl.gz     the same, compressed
  partita export Albums albums.ndjson       plain JSON, for other programs
  partita export Albums albums.csv --columns artist,title,year
  partita export Albums - | grep Simone

Reads the table with several threads, so items are in no particular order. The file gets its name
when it is complete. CSV without --columns reads the table twice, first for the column names.)";

inline constexpr const char* kStreamFooter = R"(
Examples:
  partita stream Albums                          from now on, until Ctrl-C
  partita stream Albums --from-start --no-follow   all existing changes, up to 24 hours
  partita stream Albums --json | jq .after.title

Each change has its time (UTC), its kind and the item's key, then the changed attributes: + means
new, - means removed. The table needs a stream, preferably with NEW_AND_OLD_IMAGES. Control
characters in the data are escaped.)";

inline constexpr const char* kTableImportFooter = R"(
Examples:
  partita import albums.jsonl.gz --table Albums --create artist,title
  partita import albums.csv --table Albums --dry-run
  partita import albums.csv --table Albums --types year:N,zip:S --on-error skip
  partita import albums.csv --table Albums --model albums.yaml --dry-run
  partita import AWSDynamoDB/data/x.json.gz --table Albums    a file of AWS's export

Formats: lines of DynamoDB JSON, with or without {"Item": ...}, lines of plain JSON, CSV, tabs
(.tsv), Ion; also with gzip (.gz) or zstd (.zst). CSV columns have the types of the table's keys, of
--types or of the attributes of --model (lists, maps and sets are JSON); others are numbers if all
of the first 1000 values are, else strings. The command shows its decisions first. An empty field
means no attribute. An item replaces the one with the same key, so after an interruption you can
import the same file again. A dry run checks the whole file: its format, the keys and sizes of items
and, with --model, the rules. Without a dry run, the server checks the rules when items are written.
Exit codes: 0 all items were imported, 1 some were refused.)";

inline constexpr const char* kTableCopyFooter = R"(
Examples:
  partita copy --from aws:eu-central-1/Albums --to Albums --from-profile work
  partita copy --from Albums --to aws:eu-central-1/Albums
  partita copy --from http://127.0.0.1:8001/Albums --to Albums2
  partita copy --from aws:eu-central-1/Albums --to Albums --resume albums.copy
  partita copy --from aws:eu-central-1/Albums --to Albums --continue

Copies the table's key, indexes, capacity and class, then all items, then TTL, stream, point-in-time
recovery, tags and deletion protection, and finally counts the items. Nobody should write to the
table meanwhile, because such changes may be missing. With --resume FILE the command records its
progress in FILE, and the same command continues after an interruption. Without it, --continue
copies all items again into the existing table. NAME alone means a table of the default server, see
partita tables --help.)";

}  // namespace partita::cli

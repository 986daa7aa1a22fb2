#pragma once

// What stands below the options in the help of commands about people's data.
namespace partita::cli {

inline constexpr const char* kTablesFooter = R"(
Examples:
  partita tables
  partita tables --endpoint-url http://localhost:8001
  partita tables --endpoint-url aws:eu-central-1 --profile work
  partita tables --json | jq -r '.TableNames[]'

Any server that speaks DynamoDB's API can be asked. AWS is asked only by its name, aws:REGION, so
that no variable of AWS's tools leads a command there by accident. Access keys are those of the
environment (AWS_ACCESS_KEY_ID ...) or of a profile in ~/.aws.)";

inline constexpr const char* kDescribeFooter = R"(
Examples:
  partita describe Albums
  partita describe Albums --json | jq .KeySchema)";

inline constexpr const char* kGetFooter = R"(
Examples:
  partita get Albums artist='Nina Simone' title='Pastel Blues'
  partita get Albums 'Nina Simone' 'Pastel Blues'     the same: the key's values in their order
  partita get Albums '{"artist":"Nina Simone","title":"Pastel Blues"}' --json

The table says of which type each attribute of its key is. Binary values are typed as base64.
Exit codes: 0 here it is, 3 there is no such item.)";

inline constexpr const char* kPutFooter = R"(
Examples:
  partita put Albums artist='Nina Simone' title='Pastel Blues' year:=1965 tags:='["jazz"]'
  partita put Albums '{"artist":"Nina Simone","title":"Pastel Blues","year":1965}' --new
  partita put Albums '{"artist":{"S":"Nina Simone"},"title":{"S":"Pastel Blues"}}'

name=text is a text, name:=json a number, true, null, a list or a map. An object may be plain
JSON, or DynamoDB's with types. The whole item is replaced; --new refuses if there is one.)";

inline constexpr const char* kDeleteFooter = R"(
Example:
  partita delete Albums artist='Nina Simone' title='Pastel Blues'

Prints what the item was, so that it can be put back.
Exit codes: 0 it is gone, 3 there was no such item.)";

inline constexpr const char* kQueryFooter = R"(
Examples:
  partita query Albums artist='Nina Simone'
  partita query Albums artist='Nina Simone' 'title^=Pastel'     titles that begin with it
  partita query Albums label=Philips 'year>=1964' 'year<=1967'  finds the index by itself
  partita query Albums artist='Nina Simone' format=LP --desc --limit 5
  partita query Albums artist='Nina Simone' --json | jq .title

Conditions: = != < <= > >=, ^= begins with, ~= contains, := equal to a value of JSON. The shell
needs quotes around < and >. The index is chosen of whose key they say most, unless --index names
one; what is no part of its key filters. Without --limit a table has 100 items, and --json all of
them.)";

inline constexpr const char* kScanFooter = R"(
Examples:
  partita scan Albums
  partita scan Albums 'year<1960' --limit 10
  partita scan Albums --count
  partita scan Albums --dynamodb-json > albums.jsonl

Looks at every item; conditions are as those of partita query. A number is found whether it is
stored as a number or as a text. partita export is the faster way to a file.)";

inline constexpr const char* kTableExportFooter = R"(
Examples:
  partita export Albums albums.jsonl        DynamoDB's JSON, as AWS exports it: nothing is lost
  partita export Albums albums.jsonl.gz     the same, compressed
  partita export Albums albums.ndjson       JSON without types, as other programs read it
  partita export Albums albums.csv --columns artist,title,year
  partita export Albums - | grep Simone

Reads the table by several threads; the order of items is none. The file is there when all of it is.
CSV without --columns reads the table twice: first for the names of all columns.)";

inline constexpr const char* kStreamFooter = R"(
Examples:
  partita stream Albums                          from now on, until Ctrl-C
  partita stream Albums --from-start --no-follow   all that the stream still has, 24 hours at most
  partita stream Albums --json | jq .after.title

Each change has its time (UTC), what it was and the item's key, then the attributes that differ: +
is new, - is gone. The table needs a stream; with NEW_AND_OLD_IMAGES all of that can be told. What
data says is made harmless to the terminal first.)";

inline constexpr const char* kTableImportFooter = R"(
Examples:
  partita import albums.jsonl.gz --table Albums --create artist,title
  partita import albums.csv --table Albums --dry-run
  partita import albums.csv --table Albums --types year:N,zip:S --on-error skip
  partita import albums.csv --table Albums --model albums.yaml --dry-run
  partita import AWSDynamoDB/data/x.json.gz --table Albums    a file of AWS's export

Lines of DynamoDB's JSON, with or without {"Item": ...}, lines of plain JSON, CSV, tabs (.tsv),
Ion; with gzip (.gz) or zstd (.zst). Columns of CSV have the types of the table's keys, of --types
or of the attributes of --model (lists, maps and sets are JSON); others are numbers if all of the
first 1000 are, else texts. What is decided is shown first. An empty field is no
attribute. An item replaces the one that has its key, so the same file can be imported again after
it was cut off. A dry run looks at the whole file: at its form, the keys and sizes of items and,
with --model, at the rules that they would break. Else these are held by the server, when it is
asked to write.
Exit codes: 0 all is there, 1 something was refused.)";

inline constexpr const char* kTableCopyFooter = R"(
Examples:
  partita copy --from aws:eu-central-1/Albums --to Albums --from-profile work
  partita copy --from Albums --to aws:eu-central-1/Albums
  partita copy --from http://127.0.0.1:8001/Albums --to Albums2
  partita copy --from aws:eu-central-1/Albums --to Albums --resume albums.copy
  partita copy --from aws:eu-central-1/Albums --to Albums --continue

Copies the table's key, indexes, capacity and class, all items, then expiry (TTL), stream,
point-in-time recovery, tags and deletion protection, and counts the items in the end. A copy is
of a table at rest: what somebody writes meanwhile may be missing. With --resume FILE the same
command goes on where a copy was cut off, and the file is gone when the copy is whole; without it,
--continue puts all items again, each is whole or not there. NAME alone is a table of the usual
server, as partita tables --help tells.)";

}  // namespace partita::cli

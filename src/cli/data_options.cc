#include "cli/data_options.h"

#include <fmt/format.h>

#include <algorithm>

#include "cli/data_footers.h"
#include "partita/base/utf8.h"

namespace partita::cli {
namespace {

CLI::Validator one_or_more() {
  const auto check = [](const std::string& text) {
    const bool is_count = !text.empty() && text.size() < 20 &&
                          text.find_first_not_of("0123456789") == std::string::npos;
    const bool is_good = is_count && text.find_first_not_of('0') != std::string::npos;
    return is_good ? std::string() : fmt::format("{} is no number of 1 or more", text);
  };
  return {check, ""};
}

}  // namespace

CLI::App* DataOptions::add(CLI::App& program, const char* name, const char* description,
                           const char* footer) {
  CLI::App* const command = program.add_subcommand(name, description);
  command->footer(footer);
  endpoint_.add_to(*command);
  commands_.push_back(command);
  return command;
}

void DataOptions::add_to(CLI::App& program) {
  auto* tables = add(program, "tables", "List the tables of a server", kTablesFooter);
  tables->add_flag("--json", prints_json_, "Print their names as JSON");
  auto* describe = add(program, "describe", "Show the definition of a table", kDescribeFooter);
  describe->add_option("table", table_, "The table")->type_name("TABLE")->required();
  describe->add_flag("--json", prints_json_, "Print the whole answer of the server as JSON");
  add_items(program);
  add_reads(program);
  add_stream(program);
  transfer_.add_to(program);
}

void DataOptions::add_items(CLI::App& program) {
  auto* get = add(program, "get", "Show one item", kGetFooter);
  get->add_option("table", table_, "The table")->type_name("TABLE")->required();
  get->add_option("key", words_, "The item's key: name=value ..., values, or an object")
      ->type_name("KEY")
      ->required();
  add_output(*get);
  auto* put = add(program, "put", "Write one item", kPutFooter);
  put->add_option("table", table_, "The table")->type_name("TABLE")->required();
  put->add_option("item", words_, "Its attributes: name=text, name:=json ..., or an object")
      ->type_name("ITEM")
      ->required();
  put->add_flag("--new", is_new_, "Fail if the item exists already");
  auto* remove = add(program, "delete", "Delete one item", kDeleteFooter);
  remove->add_option("table", table_, "The table")->type_name("TABLE")->required();
  remove->add_option("key", words_, "The item's key: name=value ..., values, or an object")
      ->type_name("KEY")
      ->required();
}

void DataOptions::add_reads(CLI::App& program) {
  auto* query = add(program, "query", "Show the items of a partition key", kQueryFooter);
  query->add_option("table", table_, "The table")->type_name("TABLE")->required();
  query->add_option("conditions", words_, "The conditions: name=value, 'name>=value' ...")
      ->type_name("CONDITION")
      ->required();
  query->add_flag("--desc", is_backwards_, "In descending order of the sort key");
  add_read_options(*query);
  auto* scan = add(program, "scan", "Show the items of a table", kScanFooter);
  scan->add_option("table", table_, "The table")->type_name("TABLE")->required();
  scan->add_option("conditions", words_, "Only items that match this condition")
      ->type_name("CONDITION");
  add_read_options(*scan);
}

void DataOptions::add_read_options(CLI::App& command) {
  command.add_option("--index", index_, "Read this index")->type_name("NAME");
  command
      .add_option("--limit", limit_, "The maximum number of items; default 100, or all with --json")
      ->type_name("N")
      ->check(one_or_more());
  command.add_option("--columns", columns_, "Show these attributes, in this order")
      ->type_name("A,B,...");
  command.add_flag("--consistent", is_consistent_, "Use consistent reads");
  command.add_flag("--count", counts_, "Print only the number of items");
  add_output(command);
}

void DataOptions::add_stream(CLI::App& program) {
  auto* stream =
      add(program, "stream", "Show the changes of a table as they happen", kStreamFooter);
  stream->add_option("table", table_, "The table")->type_name("TABLE")->required();
  stream->add_flag("--from-start", is_from_start_, "Begin with the oldest change of the stream");
  stream->add_flag("--no-follow", ends_, "End after the last existing change");
  stream->add_option("--limit", limit_, "End after so many changes")
      ->type_name("N")
      ->check(one_or_more());
  add_output(*stream);
}

void DataOptions::add_output(CLI::App& command) {
  command.add_flag("--json", prints_json_, "Print JSON, one item per line");
  command.add_flag("--dynamodb-json", prints_dynamodb_json_,
                   "Print DynamoDB JSON, which has types, one item per line");
}

const CLI::App* DataOptions::chosen() const {
  const auto found = std::find_if(commands_.begin(), commands_.end(),
                                  [](const CLI::App* each) { return each->parsed(); });
  return found == commands_.end() ? nullptr : *found;
}

std::string DataOptions::help() const {
  if (transfer_.is_chosen()) return transfer_.help();
  return fmt::format("partita {} --help", chosen()->get_name());
}

Result<ItemOutput> DataOptions::output() const {
  if (prints_json_ && prints_dynamodb_json_) {
    return Error::invalid_argument("--json or --dynamodb-json, not both");
  }
  if (prints_dynamodb_json_) return ItemOutput::DynamodbJson;
  return prints_json_ ? ItemOutput::Json : ItemOutput::Table;
}

Status DataOptions::check_words() const {
  const bool are_valid = is_valid_utf8(table_) && is_valid_utf8(index_) &&
                         std::all_of(words_.begin(), words_.end(),
                                     [](const auto& word) { return is_valid_utf8(word); });
  if (are_valid) return {};
  return Error::invalid_argument("what is typed must be UTF-8");
}

Result<ReadCommand> DataOptions::read(bool is_scan) const {
  ReadCommand command{.target = endpoint_.target(), .table = table_, .conditions = words_};
  command.index = index_;
  if (limit_ > 0) command.limit = limit_;
  command.columns = split_words(columns_);
  command.is_scan = is_scan;
  command.is_backwards = is_backwards_;
  command.is_consistent = is_consistent_;
  command.counts = counts_;
  command.output = TRY(output());
  if (!command.columns.empty() && command.output != ItemOutput::Table) {
    return Error::invalid_argument("--columns is for tables; jq picks attributes of JSON");
  }
  return command;
}

Result<StreamCommand> DataOptions::stream() const {
  StreamCommand command{.target = endpoint_.target(), .table = table_};
  command.is_from_start = is_from_start_;
  command.follows = !ends_;
  if (limit_ > 0) command.limit = limit_;
  command.output = TRY(output());
  return command;
}

Result<DataCommand> DataOptions::command() const {
  if (transfer_.is_chosen()) return DataCommand(TRY(transfer_.command()));
  TRY(check_words());
  const std::string name = chosen()->get_name();
  const DataTarget target = endpoint_.target();
  if (name == "tables") return DataCommand(TablesCommand{target, prints_json_});
  if (name == "describe") return DataCommand(DescribeCommand{target, table_, prints_json_});
  if (name == "get") return DataCommand(GetCommand{target, table_, words_, TRY(output())});
  if (name == "put") return DataCommand(PutCommand{target, table_, words_, is_new_});
  if (name == "delete") return DataCommand(DeleteCommand{target, table_, words_});
  if (name == "stream") return DataCommand(TRY(stream()));
  return DataCommand(TRY(read(name == "scan")));
}

}  // namespace partita::cli

#include "store/catalog/table_name.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

#include "partita/api/exception.h"

namespace partita::catalog {
namespace {

constexpr std::size_t kNameBytesMax = 255;

bool is_name_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         c == '.' || c == '-';
}

// Takes the text up to the next colon, and the colon.
std::optional<std::string_view> take_field(std::string_view& text) {
  const auto colon = text.find(':');
  if (colon == std::string_view::npos) return std::nullopt;
  const auto field = text.substr(0, colon);
  text.remove_prefix(colon + 1);
  return field;
}

// arn := "arn:" partition ":" service ":" region ":" account ":" resource
// Gives the resource of an ARN of DynamoDB.
std::optional<std::string_view> resource_of(std::string_view arn) {
  std::array<std::string_view, 5> fields;
  for (auto& field : fields) {
    const auto taken = take_field(arn);
    if (!taken) return std::nullopt;
    field = *taken;
  }
  if (fields[0] != "arn" || fields[2] != "dynamodb") return std::nullopt;
  return arn;
}

constexpr std::string_view kTablePrefix = "table/";

std::string_view without_arn(std::string_view name_or_arn) {
  const auto resource = resource_of(name_or_arn);
  if (!resource || !resource->starts_with(kTablePrefix)) return name_or_arn;
  return resource->substr(kTablePrefix.size());
}

std::vector<std::string> problems_of(std::string_view name, NameRule rule) {
  const std::size_t bytes_min = rule == NameRule::ForItems ? 1 : 3;
  std::vector<std::string> problems;
  if (!std::all_of(name.begin(), name.end(), is_name_character)) {
    problems.emplace_back("satisfy regular expression pattern: [a-zA-Z0-9_.-]+");
  }
  if (name.size() < bytes_min) {
    problems.push_back(fmt::format("have length greater than or equal to {}", bytes_min));
  }
  if (name.size() > kNameBytesMax) {
    problems.push_back(fmt::format("have length less than or equal to {}", kNameBytesMax));
  }
  return problems;
}

Error invalid_resource(std::string_view why, std::string_view arn) {
  return api::invalid(fmt::format("One or more parameter values were invalid: {}: {}", why, arn));
}

}  // namespace

Result<std::string_view> table_name_of(std::string_view name_or_arn, NameRule rule) {
  const auto name = without_arn(name_or_arn);
  const auto problems = problems_of(name, rule);
  if (problems.empty()) return name;
  std::string message = fmt::format("{} validation error{} detected: ", problems.size(),
                                    problems.size() == 1 ? "" : "s");
  for (const auto& problem : problems) {
    if (&problem != problems.data()) message += "; ";
    message += fmt::format("Value '{}' at 'tableName' failed to satisfy constraint: Member must {}",
                           name, problem);
  }
  return api::invalid(std::move(message));
}

Result<std::string_view> table_name_of_resource(std::string_view arn) {
  if (!arn.starts_with("arn:")) return invalid_resource("ARNs must start with 'arn:'", arn);
  const auto resource = resource_of(arn);
  if (!resource) return invalid_resource("Provided Arn is not a DynamoDB resource arn", arn);
  const auto name = without_arn(arn);
  if (!resource->starts_with(kTablePrefix) || name.find('/') != std::string_view::npos) {
    return invalid_resource(
        "Invalid resource arn provided, only table or stream is accepted. Provided resource arn",
        arn);
  }
  if (problems_of(name, NameRule::ForTables).empty()) return name;
  return api::invalid(
      fmt::format("Invalid TableArn: Invalid ResourceArn provided as input {}", arn));
}

std::string table_arn(std::string_view table_name) {
  return fmt::format("arn:aws:dynamodb:{}:{}:table/{}", kRegion, kAccount, table_name);
}

std::string index_arn(std::string_view table_name, std::string_view index_name) {
  return fmt::format("{}/index/{}", table_arn(table_name), index_name);
}

std::string stream_arn(std::string_view table_name, std::string_view label) {
  return fmt::format("{}/stream/{}", table_arn(table_name), label);
}

}  // namespace partita::catalog

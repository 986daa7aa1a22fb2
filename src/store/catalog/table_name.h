#pragma once

#include <string>
#include <string_view>

#include "partita/base/result.h"

// How requests name tables, and how answers name what belongs to them.
namespace partita::catalog {

// The region and the account of all ARNs that we give.
inline constexpr std::string_view kRegion = "us-east-1";
inline constexpr std::string_view kAccount = "000000000000";

// How short a name may be: operations on items take names that no table can have.
enum class NameRule { ForItems, ForTables };

// The table's name in a TableName parameter, which may be the table's ARN instead: of any region
// and any account, because here are no others. Views the argument.
// ERRORS: InvalidArgument in DynamoDB's words.
Result<std::string_view> table_name_of(std::string_view name_or_arn,
                                       NameRule rule = NameRule::ForItems);

// The table's name in a ResourceArn parameter. Views the argument.
// ERRORS: InvalidArgument in DynamoDB's words unless it is the ARN of a table.
Result<std::string_view> table_name_of_resource(std::string_view arn);

std::string table_arn(std::string_view table_name);
std::string index_arn(std::string_view table_name, std::string_view index_name);
std::string stream_arn(std::string_view table_name, std::string_view label);

}  // namespace partita::catalog

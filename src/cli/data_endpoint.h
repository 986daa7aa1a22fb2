#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

#include "partita/base/result.h"
#include "wire/client/dynamodb_client.h"

// Where people's data is: at any server that speaks DynamoDB's API.
namespace partita::cli {

struct DataTarget {
  // "http://127.0.0.1:8000"; "aws:eu-central-1", or "aws" for the region of the settings.
  std::string endpoint;
  std::string region;                  // Empty: as the environment or the profile says.
  std::string profile;                 // Of ~/.aws; empty: as the environment says.
  std::filesystem::path trusted_file;  // Empty: AWS_CA_BUNDLE, or what the system trusts.
};

// Signs with the profile if one is named; else with the access key of the environment; else, if the
// server is on another machine, with that of ~/.aws. A server of this machine is asked with a key
// that means nothing if there is no other.
// ERRORS: InvalidArgument if the endpoint or the region is not known, or there is no access key.
Result<std::unique_ptr<client::DynamodbClient>> open_endpoint(const DataTarget& target);
// The same, for the streams of its tables.
Result<std::unique_ptr<client::DynamodbClient>> open_streams(const DataTarget& target);

// Whether only this machine can reach the server, so that a mistake harms nobody else.
bool is_on_this_machine(std::string_view endpoint);

}  // namespace partita::cli

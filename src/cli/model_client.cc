#include "cli/model_client.h"

#include <fmt/format.h>

#include <charconv>
#include <cstdlib>
#include <utility>

#include "database/store_server.h"
#include "model/formula/suggestion.h"
#include "modelled/registry/environments.h"
#include "modelled/registry/model_store.h"
#include "partita/value/measure.h"
#include "wire/rest/json.h"

namespace partita::cli {
namespace {

std::string variable(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? "" : value;
}

// As every AWS tool has it.
std::optional<client::RestSigner> signer_of_environment() {
  client::RestSigner signer;
  signer.credential.access_key_id = variable("AWS_ACCESS_KEY_ID");
  const std::string secret = variable("AWS_SECRET_ACCESS_KEY");
  if (signer.credential.access_key_id.empty() || secret.empty()) return std::nullopt;
  signer.credential.secret_access_key = SecretText(secret);
  if (const auto token = variable("AWS_SESSION_TOKEN"); !token.empty()) {
    signer.credential.session_token = SecretText(token);
  }
  if (auto region = variable("AWS_REGION"); !region.empty()) signer.region = std::move(region);
  return signer;
}

client::RestServer server_of(const ModelTarget& target) {
  client::RestServer server{.endpoint = target.endpoint,
                            .signer = signer_of_environment(),
                            .trusted_file = target.trusted_file};
  if (server.trusted_file.empty()) server.trusted_file = variable("AWS_CA_BUNDLE");
  return server;
}

// The object of that name in the list, or what there is instead.
Result<Item> pick(const std::vector<Item>& objects, std::string_view what, std::string_view name) {
  std::vector<std::string_view> names;
  for (const Item& object : objects) {
    names.push_back(text_in(object, "name"));
    const bool is_whole_name =
        registry::held_name(names.back(), text_in(object, "environment")) == name;
    if (names.back() == name || is_whole_name) return object;
  }
  return Error::not_found(fmt::format("there is no {} {}{}; there is {}", what, name,
                                      model::did_you_mean(name, names),
                                      names.empty() ? "none" : model::listed(names)));
}

// What a problem says, and what else there is.
Error refusal_of(const client::RestAnswer& answer) {
  const auto problem = parse_answer(answer.body);
  std::string text;
  std::shared_ptr<const ErrorDetail> detail;
  if (problem.ok()) {
    text = text_in(*problem, "detail");
    if (text.empty()) text = text_in(*problem, "message");
    const auto code = text_in(*problem, "code");
    if (code.starts_with('M') || code.starts_with('T')) text += fmt::format(" [{}]", code);
    if (code.starts_with('M')) detail = std::make_shared<RuleRefusal>();
  }
  if (text.empty()) text = fmt::format("the server refuses it with status {}", answer.status);
  if (answer.status == 404) return Error::not_found(std::move(text));
  if (answer.status >= 500) return Error::unavailable(std::move(text));
  return {ErrorKind::InvalidArgument, std::move(text), std::move(detail)};
}

}  // namespace

Result<ModelClient> ModelClient::open(const ModelTarget& target) {
  ModelClient client;
  if (!target.store) {
    client.client_ = TRY(client::connect_rest(server_of(target)));
    return client;
  }
  if (!TRY(database::has_been_made(*target.store))) {
    return Error::not_found(
        fmt::format("{} has no data; partita model apply makes some, or ask a running server: "
                    "leave --data and --store out",
                    database::place_of(*target.store)));
  }
  client.opened_ = TRY(open_with_models(*target.store));
  client.client_ = client::local_rest(*client.opened_.database);
  return client;
}

Status ModelClient::catch_up() const {
  return opened_.database ? sync_wait(opened_.models().catch_up()) : Status{};
}

Result<std::string> ModelClient::send(const client::RestRequest& request) const {
  auto answer = TRY(client_->send(request));
  if (answer.status >= 400) return refusal_of(answer);
  return std::move(answer.body);
}

Result<ModelClient::Found> ModelClient::find(std::string_view model, std::string_view list,
                                             std::string_view name) const {
  const std::string index = TRY(send({.path = "/api/"}));
  const Item all = TRY(parse_answer(index));
  Found found;
  found.model = TRY(pick(objects_in(all, "models"), "model", model));
  const std::string what = fmt::format("{} of model {}:", list.substr(0, list.size() - 1), model);
  found.element = TRY(pick(objects_in(found.model, list), what, name));
  return found;
}

Result<ModelClient::Found> ModelClient::find_pattern(std::string_view model,
                                                     std::string_view pattern) const {
  return find(model, "patterns", pattern);
}

Result<ModelClient::Found> ModelClient::find_rollup(std::string_view model,
                                                    std::string_view rollup) const {
  return find(model, "rollups", rollup);
}

Result<Item> parse_answer(std::string_view json) {
  constexpr int kLevelsAround = 3;
  return rest::parse_plain_json(json, kNestingMax + kLevelsAround);
}

std::optional<std::int64_t> count_in(const Item& object, std::string_view name) {
  const Value* value = object.find(name);
  if (value == nullptr || value->type() != ValueType::N) return std::nullopt;
  const std::string text = value->number().to_string();
  std::int64_t count = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), count);
  const bool is_whole = read.ec == std::errc() && read.ptr == text.data() + text.size();
  return is_whole ? std::optional(count) : std::nullopt;
}

std::string_view text_in(const Item& object, std::string_view name) {
  const Value* value = object.find(name);
  return value != nullptr && value->type() == ValueType::S ? std::string_view(value->string()) : "";
}

std::vector<std::string> texts_in(const Item& object, std::string_view name) {
  std::vector<std::string> texts;
  const Value* value = object.find(name);
  if (value == nullptr || value->type() != ValueType::L) return texts;
  for (const Value& element : value->list()) {
    if (element.type() == ValueType::S) texts.push_back(element.string());
  }
  return texts;
}

std::vector<Item> objects_in(const Item& object, std::string_view name) {
  std::vector<Item> objects;
  const Value* value = object.find(name);
  if (value == nullptr || value->type() != ValueType::L) return objects;
  for (const Value& element : value->list()) {
    if (element.type() == ValueType::M) objects.push_back(element.map());
  }
  return objects;
}

}  // namespace partita::cli

#include "faults/api/writer.h"

#include <fmt/format.h>

#include <chrono>

#include "faults/api/tested_table.h"
#include "partita/base/clock.h"

namespace partita::faults {
namespace {

Json text(std::string_view value) { return Json::object({{"S", value}}); }
Json number(std::int64_t value) { return Json::object({{"N", std::to_string(value)}}); }
std::int64_t number_in(const Json& value) {
  return std::stoll(value["N"].get_ref<const std::string&>());
}

// Whole hours from now: within the sweeper's years, and no test lasts so long.
Json hours_from_now(int hours) {
  const auto now = Clock::system().wall_now().time_since_epoch();
  const auto then = std::chrono::floor<std::chrono::hours>(now) + std::chrono::hours(hours);
  return number(std::chrono::duration_cast<std::chrono::seconds>(then).count());
}

Json to_table(Json request) {
  request["TableName"] = kTable;
  return request;
}

}  // namespace

bool Writer::write(testing::ApiClient& client) {
  const Plan next = plan();
  const auto answer = client.send(next.operation, next.body.dump());
  return note(next, answer);
}

// AWS's status: 5xx other than 503 leaves open whether it was done, and so does no answer at all.
bool Writer::note(const Plan& plan, const testing::HttpAnswer& answer) {
  const bool has_token = plan.body.contains("ClientRequestToken") && !plan.is_to_be_refused;
  if (answer.status == 0 || answer.status == 500) {
    if (!plan.is_to_be_refused) ledger_.leave_open(plan.steps);
    if (has_token) open_transaction_ = plan;
    return false;
  }
  const bool is_done = answer.status == 200;
  if (is_done) ledger_.acknowledge(plan.steps);
  if (is_done && has_token) last_transaction_ = plan;
  acknowledged_ += is_done ? 1 : 0;
  refused_ += is_done ? 0 : 1;
  const bool is_whole = answer.body.find("UnprocessedItems\":{\"") == std::string::npos;
  if ((answer.status != 503 && is_done == plan.is_to_be_refused) || !is_whole) {
    surprises_.push_back(
        fmt::format("{} {}: {} {}", plan.operation, plan.body.dump(), answer.status, answer.body));
  }
  return true;
}

Writer::Plan Writer::plan() {
  switch (below(16)) {
    case 0:
    case 1:
    case 2:
      return update();
    case 3:
    case 4:
      return erase();
    case 5:
    case 6:
      return batch();
    case 7:
    case 8:
    case 9:
    case 10:
      return transact();
    case 11:
      return refused_put();
    case 12:
      return refused_transaction();
    case 13:
      return put_mortal();
    default:
      return put();
  }
}

Writer::Plan Writer::put() {
  const Json item = random_item(random_key());
  return {"PutItem", to_table({{"Item", item}}), {{{key_of(item), item}}}};
}

// Has expired when it is written, so that the sweeper is at work while the fault strikes. It is
// gone sooner or later, and then nothing of it may be left: the ledger does not know it.
Writer::Plan Writer::put_mortal() {
  Json item =
      random_item({{"pk", text(name_ + "mortal")}, {"sk", number(std::int64_t(++mortals_))}});
  item[std::string(kExpires)] = hours_from_now(-2);
  return {"PutItem", to_table({{"Item", item}}), {}};
}

Writer::Plan Writer::update() {
  Step step;
  Json action = update_action(random_key(), step);
  return {"UpdateItem", std::move(action), {std::move(step)}};
}

Json Writer::update_action(const Json& key, Step& step) {
  const auto by = static_cast<std::int64_t>(1 + below(9));
  const bool removes_group = below(4) == 0;
  const Json v = number(static_cast<std::int64_t>(below(20)));
  const Json a = text(content());
  const Json* before = find(key);
  Json after = before == nullptr ? key : *before;
  after["n"] = number((after.contains("n") ? number_in(after["n"]) : 0) + by);
  after["v"] = v;
  after["a"] = a;
  if (removes_group) after.erase("g");
  step.push_back({key_of(key), after});
  const std::string_view expression =
      removes_group ? "ADD n :by SET v = :v, a = :a REMOVE g" : "ADD n :by SET v = :v, a = :a";
  return to_table({{"Key", key},
                   {"UpdateExpression", expression},
                   {"ExpressionAttributeValues", {{":by", number(by)}, {":v", v}, {":a", a}}}});
}

Writer::Plan Writer::erase() {
  const Json key = random_key();
  return {"DeleteItem", to_table({{"Key", key}}), {{{key_of(key), std::nullopt}}}};
}

// A batch promises nothing as a whole: each of its parts is a step of its own.
Writer::Plan Writer::batch() {
  Plan plan{"BatchWriteItem", Json::object(), {}};
  Json requests = Json::array();
  for (const Json& key : random_keys(2 + below(6))) {
    if (below(4) == 0) {
      requests.push_back({{"DeleteRequest", {{"Key", key}}}});
      plan.steps.push_back({{key_of(key), std::nullopt}});
    } else {
      const Json item = random_item(key);
      requests.push_back({{"PutRequest", {{"Item", item}}}});
      plan.steps.push_back({{key_of(key), item}});
    }
  }
  plan.body["RequestItems"][std::string(kTable)] = requests;
  return plan;
}

Writer::Plan Writer::transact() {
  Step step;
  Json actions = Json::array();
  for (const Json& key : random_keys(2 + below(4))) {
    const auto kind = below(4);
    if (kind == 0) {
      actions.push_back({{"Delete", to_table({{"Key", key}})}});
      step.push_back({key_of(key), std::nullopt});
    } else if (kind == 1) {
      const Json item = random_item(key);
      actions.push_back({{"Put", to_table({{"Item", item}})}});
      step.push_back({key_of(key), item});
    } else {
      actions.push_back({{"Update", update_action(key, step)}});
    }
  }
  const Json body = {{"TransactItems", actions},
                     {"ClientRequestToken", name_ + std::to_string(++tokens_)}};
  return {"TransactWriteItems", body, {std::move(step)}};
}

// On a condition that is the contrary of what is there.
Writer::Plan Writer::refused_put() {
  const Json key = random_key();
  const bool is_there = find(key) != nullptr;
  const Json item = random_item(key);
  const Json body = to_table(
      {{"Item", item},
       {"ConditionExpression", is_there ? "attribute_not_exists(pk)" : "attribute_exists(pk)"}});
  return {"PutItem", body, {{{key_of(item), item}}}, /*is_to_be_refused=*/true};
}

Writer::Plan Writer::refused_transaction() {
  Plan plan = transact();
  const Json nowhere = {{"pk", text(name_ + "nowhere")}, {"sk", number(0)}};
  plan.body["TransactItems"].push_back(
      {{"ConditionCheck",
        to_table({{"Key", nowhere}, {"ConditionExpression", "attribute_exists(pk)"}})}});
  plan.is_to_be_refused = true;
  return plan;
}

Json Writer::random_key() {
  return {{"pk", text(name_ + std::to_string(below(4)))},
          {"sk", number(static_cast<std::int64_t>(below(12)) - 6)}};
}

std::vector<Json> Writer::random_keys(std::size_t count) {
  Items keys;
  while (keys.size() < count) {
    Json key = random_key();
    keys.emplace(key_of(key), std::move(key));
  }
  std::vector<Json> all;
  for (const auto& [name, key] : keys) all.push_back(key);
  return all;
}

Json Writer::random_item(const Json& key) {
  Json item = key;
  item["a"] = text(content());
  item["n"] = number(static_cast<std::int64_t>(below(100)));
  if (below(4) > 0) item["g"] = text("g" + std::to_string(below(8)));
  if (below(2) > 0) item["h"] = text("h" + std::to_string(below(4)));
  if (below(4) > 0) item["v"] = number(static_cast<std::int64_t>(below(20)));
  if (below(4) == 0) item[std::string(kExpires)] = hours_from_now(24);
  return item;
}

const Json* Writer::find(const Json& key) const { return ledger_.find(key_of(key)); }

std::string Writer::content() {
  std::string letters(20 + below(200), ' ');
  for (char& letter : letters) letter = static_cast<char>('a' + below(26));
  return letters;
}

std::vector<std::string> Writer::check(const Items& all) {
  Items own;
  for (const auto& [key, item] : all) {
    if (key.starts_with(name_)) own.emplace(key, item);
  }
  auto wrong = ledger_.violations(own);
  ledger_.settle(own);
  return wrong;
}

std::vector<std::string> Writer::repeat_transactions(testing::ApiClient& client) {
  std::vector<std::string> wrong;
  const auto repeat = [&](const Plan& plan) {
    const auto answer = client.send(plan.operation, plan.body.dump());
    if (answer.status == 200 && answer.body == "{}") return;
    wrong.push_back(fmt::format("repeated: {} {}", answer.status, answer.body));
  };
  if (last_transaction_) {
    repeat(*last_transaction_);
    Plan other = *last_transaction_;
    other.body["TransactItems"].erase(0);
    const auto answer = client.send(other.operation, other.body.dump());
    if (answer.body.find("IdempotentParameterMismatchException") == std::string::npos) {
      wrong.push_back(fmt::format("other actions: {} {}", answer.status, answer.body));
    }
  }
  if (open_transaction_) {
    // It has been made once when this is answered, no matter whether it had been before.
    repeat(*open_transaction_);
    ledger_.acknowledge(open_transaction_->steps);
    last_transaction_ = std::exchange(open_transaction_, std::nullopt);
  }
  return wrong;
}

void Writer::claim_what_was_not_written() {
  const Json item = random_item({{"pk", text(name_ + "claimed")}, {"sk", number(1)}});
  ledger_.acknowledge({{{key_of(item), item}}});
}

}  // namespace partita::faults

#include "wire/faults/faulty_answer.h"

#include <algorithm>
#include <string>
#include <utility>

#include "dynamodb/operations/cancellations.h"
#include "dynamodb/throughput/refusal.h"
#include "partita/api/exception.h"
#include "partita/base/executor.h"

namespace partita::faults {
namespace {

using api::Exception;
using protocol::HttpResponse;
using protocol::HttpStatus;
using throughput::ThroughputLimit;
using throughput::Use;

constexpr std::string_view kItemReads[] = {"BatchGetItem", "GetItem", "ModelRead",
                                           "Query",        "Scan",    "TransactGetItems"};
constexpr std::string_view kItemWrites[] = {"BatchWriteItem", "DeleteItem",         "ModelWrite",
                                            "PutItem",        "TransactWriteItems", "UpdateItem"};

template <std::size_t count>
bool is_one_of(const std::string_view (&names)[count], std::string_view name) {
  return std::find(std::begin(names), std::end(names), name) != std::end(names);
}

bool is_transaction(std::string_view operation) {
  return operation == "TransactGetItems" || operation == "TransactWriteItems";
}

// AWS: operations that are not about items have no throughput of a table, only a rate of requests.
Error throttled_request() {
  return api::throttled(Exception::Throttling, "Rate of requests exceeds the allowed throughput.",
                        {});
}

Error throttled_on_table(const FaultSubject& subject, const catalog::Catalog& catalog) {
  const bool is_read = is_one_of(kItemReads, subject.operation);
  const bool is_of_items = is_read || is_one_of(kItemWrites, subject.operation);
  const auto table = is_of_items && !subject.tables.empty() ? catalog.find(subject.tables.front())
                                                            : catalog::TablePointer{};
  if (table == nullptr) return throttled_request();
  const bool is_provisioned = table->settings.billing_mode == api::BillingMode::Provisioned;
  return throughput::refusal(
      is_read ? Use::Read : Use::Write, {.table = *table},
      is_provisioned ? ThroughputLimit::Provisioned : ThroughputLimit::KeyRange);
}

// AWS: a transaction tells it as the reason of one of its actions.
Error throttled(const FaultSubject& subject, const catalog::Catalog& catalog) {
  Error refusal = throttled_on_table(subject, catalog);
  if (!is_transaction(subject.operation)) return refusal;
  operations::Cancellations reasons(std::max<std::size_t>(subject.members, 1));
  Status added = reasons.add(0, refusal);
  if (!added.ok()) return refusal;
  Status cancelled = std::move(reasons).check();
  return cancelled.ok() ? refusal : std::move(cancelled).error();
}

Error conflict(const FaultSubject& subject) {
  if (is_transaction(subject.operation)) {
    return operations::cancelled_by_conflict(std::max<std::size_t>(subject.members, 1));
  }
  return api::failure(Exception::TransactionConflict, "Transaction is ongoing for the item");
}

HttpStatus drop(HttpResponse& response) {
  response.drops_connection = true;
  return HttpStatus::InternalServerError;
}

// One request that meets a fault.
class FaultyAnswer {
 public:
  FaultyAnswer(const MetFault& fault, const FaultSubject& subject, const FaultyExchange& exchange)
      : fault_(fault), subject_(subject), exchange_(exchange) {}

  // What a client gets instead of the answer; nullopt if it gets that.
  std::optional<HttpStatus> replaced() const {
    HttpResponse& response = exchange_.response;
    if (fault_.kind == FaultKind::DropConnection) return drop(response);
    const auto error = error_of(fault_.kind, subject_, exchange_.context.catalog);
    if (!error) return std::nullopt;
    const std::uint8_t operation = response.operation;
    response.clear();
    response.operation = operation;
    return exchange_.refuse(*error, response);
  }

  Task<HttpStatus> served() const {
    const LeftMembers left{.seed = fault_.seed};
    FaultyService service;
    if (fault_.kind == FaultKind::PartialBatch) service.left_members = &left;
    std::shared_ptr<const engine::View> past;
    if (fault_.past != nullptr) past = co_await fault_.past->lend();
    service.past = past.get();
    co_return co_await exchange_.serve(service);
  }

 private:
  const MetFault& fault_;
  const FaultSubject& subject_;
  const FaultyExchange& exchange_;
};

Task<HttpStatus> answer_faulty(MetFault fault, FaultSubject subject, FaultyExchange exchange) {
  const FaultyAnswer answer(fault, subject, exchange);
  std::optional<HttpStatus> status;
  if (fault.is_applied) status = co_await answer.served();
  if (fault.delay.count() > 0) co_await pause(fault.delay);
  if (const auto replaced = answer.replaced()) status = replaced;
  if (!status) status = co_await answer.served();
  const std::string_view name = name_of(fault.kind);
  exchange.response.headers.append("X-Partita-Fault: ").append(name).append("\r\n");
  if (exchange.response.note != nullptr) exchange.response.note->fault = name;
  co_return *status;
}

}  // namespace

std::optional<Error> error_of(FaultKind kind, const FaultSubject& subject,
                              const catalog::Catalog& catalog) {
  switch (kind) {
    case FaultKind::Throttle:
      return throttled(subject, catalog);
    case FaultKind::TransactionConflict:
      return conflict(subject);
    case FaultKind::InternalError:
      return api::failure(Exception::InternalServerError, "A fault that was asked for");
    case FaultKind::Unavailable:
      return api::failure(Exception::ServiceUnavailable,
                          "The service is temporarily unavailable. The request was not executed; "
                          "try it again.");
    default:
      return std::nullopt;
  }
}

Task<HttpStatus> answer_with_faults(Faults& faults, std::optional<FaultSubject> subject,
                                    FaultyExchange exchange) {
  // A state that cannot be kept is not shown; the request itself goes on.
  [[maybe_unused]] const Status kept = co_await faults.keep_moments(exchange.context.engine);
  std::optional<MetFault> fault;
  if (subject) fault = faults.choose(*subject);
  if (!fault) co_return co_await exchange.serve({});
  auto answer = answer_faulty(std::move(*fault), std::move(*subject), std::move(exchange));
  co_return co_await std::move(answer);
}

}  // namespace partita::faults

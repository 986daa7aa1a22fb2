#include "wire/rest/faults.h"

#include <utility>

#include "modelled/serving/failure.h"
#include "wire/rest/body.h"
#include "wire/rest/problem.h"

namespace partita::rest {
namespace {

Error not_allowed() {
  return refusal({.status = protocol::HttpStatus::Forbidden,
                  .code = "faults_not_allowed",
                  .title = "Faults are not allowed",
                  .detail = "this server answers nothing wrongly on purpose; start it with "
                            "--allow-faults or --faults FILE if it is there for tests"});
}

Status set_faults(faults::Faults& faults, const protocol::HttpRequest& request) {
  Bytes decoded;
  const auto body = TRY(read_body(request, BodyForm::ModelFile, decoded));
  auto plan = faults::parse_faults(body, faults.operations());
  if (!plan.ok()) {
    return serving::failure(serving::FailureKind::BadBody, plan.error().message());
  }
  faults.set(std::move(*plan));
  return {};
}

}  // namespace

Result<std::string> faults_document(faults::Faults* faults, RestDocument document,
                                    const protocol::HttpRequest& request) {
  if (faults == nullptr) return not_allowed();
  if (document == RestDocument::SetFaults) {
    if (!faults->are_allowed()) return not_allowed();
    TRY(set_faults(*faults, request));
  }
  if (document == RestDocument::ClearedFaults) faults->clear();
  return faults->document();
}

}  // namespace partita::rest

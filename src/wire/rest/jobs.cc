#include "wire/rest/jobs.h"

#include <chrono>
#include <cmath>
#include <utility>

#include "language/value/json_text.h"
#include "model/formula/timestamp.h"
#include "modelled/serving/failure.h"
#include "wire/rest/query.h"

namespace partita::rest {
namespace {

using jobs::JobReport;

Number number_of(std::uint64_t value) { return Number(static_cast<std::int64_t>(value)); }

void write_job(JsonText& json, const JobReport& job) {
  json.open_object();
  json.member("name", job.name);
  json.member("purpose", job.purpose);
  json.member("state", jobs::name_of(job.state));
  if (!job.holder.empty()) json.member("holder", job.holder);
  if (job.progress) {
    json.member("done", number_of(job.progress->done));
    if (job.progress->total) json.member("total", number_of(*job.progress->total));
  }
  json.member("items", number_of(job.items));
  json.member("items_per_second", Number(std::llround(job.items_per_second)));
  if (job.idle_at) {
    std::string text;
    const auto instant = std::chrono::floor<model::Duration>(*job.idle_at);
    model::append_timestamp(text, instant, model::TimestampEncoding::Rfc3339Ms);
    json.member("idle_at", text);
  }
  if (!job.error.empty()) json.member("error", job.error);
  json.member("next_ms", Number(static_cast<std::int64_t>(job.next.count())));
  json.close_object();
}

}  // namespace

std::string jobs_document(const jobs::Jobs& jobs) {
  JsonText json;
  json.open_object();
  json.array("jobs");
  for (const JobReport& job : jobs.list()) write_job(json, job);
  json.close_array();
  json.close_object();
  return std::move(json).take();
}

Task<Result<std::string>> change_job(jobs::Jobs& jobs, JobChange change, std::string_view query) {
  using serving::FailureKind;
  auto parameters = RestQuery::parse(query);
  CO_TRY(parameters);
  auto name = parameters->take("name");
  if (!name || !parameters->all().empty()) {
    co_return serving::failure(FailureKind::BadArgument,
                               "which job? `name` is the one parameter, as in ?name=expiry");
  }
  // Not awaited in one expression with the choice: g++ 12 destroys such a task twice.
  auto changing =
      change == JobChange::Pause ? jobs.pause(std::move(*name)) : jobs.resume(std::move(*name));
  Status changed = co_await std::move(changing);
  if (!changed.ok() && changed.error().kind() == ErrorKind::NotFound) {
    co_return serving::failure(FailureKind::NotFound, changed.error().message());
  }
  CO_TRY(changed);
  co_return jobs_document(jobs);
}

}  // namespace partita::rest

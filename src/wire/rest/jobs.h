#pragma once

#include <string>
#include <string_view>

#include "partita/base/result.h"
#include "partita/base/task.h"
#include "store/jobs/jobs.h"

// What goes on behind the requests, for people who ask.
namespace partita::rest {

// {"jobs": [{"name": "backfill/Albums/byLabel", "state": "running", ...}]}
std::string jobs_document(const jobs::Jobs& jobs);

// Pauses or resumes the job that the query string names (`name=expiry`); the document as it then
// is. ERRORS: Failure BadArgument for another query, NotFound if there is no such job; those of the
// engine.
enum class JobChange { Pause, Resume };
Task<Result<std::string>> change_job(jobs::Jobs& jobs, JobChange change, std::string_view query);

}  // namespace partita::rest

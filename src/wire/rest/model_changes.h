#pragma once

#include <atomic>
#include <functional>
#include <string>

#include "models/model_record.h"
#include "models/progress.h"
#include "partita/base/task.h"
#include "protocol/http_request.h"
#include "protocol/http_response.h"
#include "server/rest_problem.h"
#include "server/side_thread.h"

namespace partita::models {
class ModelStore;
}  // namespace partita::models

namespace partita::server {

// Model files that clients send: what they would change, and the change itself; and models that
// are to go. Whoever asks is
// answered when it is done, however long that takes; meanwhile the work is on a thread of its own,
// and others who ask for the like are told to try again.
//
//   POST /api/models:plan  ? file=NAME & param.NAME=VALUE...
//   POST /api/models:apply ? file=NAME & param.NAME=VALUE... & enforce=1 & load=1
//                          & allow_removals=1 & detach=1 & force=1
//   DELETE /api/models/NAME ? tables=keep | tables=drop
//
// THREADS: safe for concurrent calls.
class ModelChanges {
 public:
  // REQUIRES: the models outlive this.
  explicit ModelChanges(models::ModelStore& models) : models_(models) {}

  // REQUIRES: as RequestHandler::answer, and the caller is let in.
  Task<protocol::HttpStatus> plan(const protocol::HttpRequest& request,
                                  protocol::HttpResponse& response);
  Task<protocol::HttpStatus> apply(const protocol::HttpRequest& request,
                                   protocol::HttpResponse& response);

  // Of the model of that name.
  Task<protocol::HttpStatus> remove(std::string name, const protocol::HttpRequest& request,
                                    protocol::HttpResponse& response);

  // Work under way gives up as soon as it can, and no more begins.
  void stop() { is_stopped_ = true; }

 private:
  // The answer, or what is wrong.
  using Work = std::function<Result<std::string>()>;
  Task<protocol::HttpStatus> carry_out(const models::ModelSource& source, Work work,
                                       protocol::HttpResponse& response);
  models::Report report() const;

  models::ModelStore& models_;
  SideThread thread_;
  std::atomic<bool> is_stopped_{false};
};

}  // namespace partita::server

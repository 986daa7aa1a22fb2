#pragma once

#include <atomic>
#include <functional>
#include <string>
#include <string_view>

#include "modelled/registry/apply_progress.h"
#include "modelled/registry/model_record.h"
#include "partita/base/task.h"
#include "wire/protocol/http_request.h"
#include "wire/protocol/http_response.h"
#include "wire/rest/problem.h"
#include "wire/rest/work_progress.h"
#include "wire/server/side_thread.h"

namespace partita::registry {
class ModelStore;
}  // namespace partita::registry

namespace partita::rest {

// Model files that clients send: what they would change, and the change itself; and models that
// are to go. The client is answered when it is done, however long that takes; meanwhile the work is
// on a thread of its own, and other clients who ask for such work are told to try again. How far it
// is can be asked beside it. A client that goes away does not end the work.
//
//   POST /api/models:plan  ? file=NAME & param.NAME=VALUE...
//   POST /api/models:apply ? file=NAME & param.NAME=VALUE... & enforce=1 & load=1
//                          & allow_removals=1 & detach=1 & force=1
//   DELETE /api/models/NAME ? tables=keep | tables=drop
//   GET /api/models:progress
//
// THREADS: safe for concurrent calls.
class ModelChanges {
 public:
  // REQUIRES: the models outlive this.
  explicit ModelChanges(registry::ModelStore& models) : models_(models) {}

  // REQUIRES: as RequestHandler::answer, and the caller is let in.
  Task<protocol::HttpStatus> plan(const protocol::HttpRequest& request,
                                  protocol::HttpResponse& response);
  Task<protocol::HttpStatus> apply(const protocol::HttpRequest& request,
                                   protocol::HttpResponse& response);

  // Of the model of that name.
  Task<protocol::HttpStatus> remove(std::string name, const protocol::HttpRequest& request,
                                    protocol::HttpResponse& response);

  // How far the work under way is (WorkProgress::document).
  std::string progress() const { return progress_.document(); }

  // Work under way gives up as soon as it can, and no more begins.
  void stop() { is_stopped_ = true; }

 private:
  // The answer, or what is wrong.
  using Work = std::function<Result<std::string>()>;
  struct Job {
    std::string_view name;     // "apply"
    std::string_view subject;  // The file, or the model.
    const registry::ModelSource& source;
    Work work;
  };
  Task<protocol::HttpStatus> carry_out(Job job, protocol::HttpResponse& response);
  registry::Report report();

  registry::ModelStore& models_;
  server::SideThread thread_;
  std::atomic<bool> is_stopped_{false};
  WorkProgress progress_;
};

}  // namespace partita::rest

#include "engine/postgres/pipelined_connection.h"

#include <array>
#include <string_view>
#include <utility>

namespace partita::engine {
namespace {

using Moment = SqlFailure::Moment;

const std::array<SqlText, kSqlCount>& texts() {
  static const auto kTexts = sql_texts("");  // Only their names.
  return kTexts;
}

std::string_view field_of_error(const PGresult* result, int code) {
  const char* text = PQresultErrorField(result, code);
  return text == nullptr ? std::string_view() : std::string_view(text);
}

std::string one_line(std::string_view text) {
  std::string line(text);
  while (!line.empty() && (line.back() == '\n' || line.back() == ' ')) line.pop_back();
  for (char& character : line) {
    if (character == '\n') character = ' ';
  }
  return line;
}

bool ends_connection(const PGresult* result) {
  const auto severity = field_of_error(result, PG_DIAG_SEVERITY_NONLOCALIZED);
  return severity == "FATAL" || severity == "PANIC" || severity.empty();
}

}  // namespace

PipelinedConnection::PipelinedConnection(ConnectionHandle connection, PoolLane lane,
                                         MonotonicTime now)
    : connection_(std::move(connection)), lane_(lane), opened_at_(now), owed_since_(now) {
  PQsetNoticeReceiver(connection_.get(), &hear_notice, this);
}

// A server that commits with a warning has not done all that it was to do: it may not have waited
// for its standby.
void PipelinedConnection::hear_notice(void* self, const PGresult* notice) {
  auto& connection = *static_cast<PipelinedConnection*>(self);
  if (field_of_error(notice, PG_DIAG_SEVERITY_NONLOCALIZED) == "WARNING") {
    connection.was_warned_ = true;
  }
}

bool PipelinedConnection::is_in_transaction() const {
  const auto status = PQtransactionStatus(connection_.get());
  return status == PQTRANS_INTRANS || status == PQTRANS_INERROR;
}

bool PipelinedConnection::send_steps(const SqlBatch& batch) {
  std::vector<const char*> values;
  std::vector<int> lengths;
  std::vector<int> formats;
  for (const auto& [sql, parameters] : batch.steps()) {
    values.clear();
    lengths.clear();
    for (const ByteView parameter : parameters) {
      values.push_back(parameter.data() == nullptr ? "" : parameter.data());
      lengths.push_back(static_cast<int>(parameter.size()));
    }
    formats.assign(parameters.size(), 1);
    const std::string& name = texts()[static_cast<std::size_t>(sql)].name;
    if (PQsendQueryPrepared(connection_.get(), name.c_str(), static_cast<int>(parameters.size()),
                            values.data(), lengths.data(), formats.data(), 1) == 0) {
      return false;
    }
  }
  return PQpipelineSync(connection_.get()) == 1;
}

void PipelinedConnection::send(RoundTrip& trip, MonotonicTime now) {
  if (under_way_.empty()) owed_since_ = now;
  under_way_.push_back(
      {.trip = &trip, .steps = trip.batch->size(), .commits = trip.batch->commits()});
  if (!send_steps(*trip.batch)) {
    is_lost_ = true;
    why_lost_ = one_line(PQerrorMessage(connection_.get()));
    return;
  }
  flush();
}

void PipelinedConnection::send_rollback(MonotonicTime now) {
  static const SqlBatch kRollback = [] {
    SqlBatch batch;
    batch.add(Sql::Rollback);
    return batch;
  }();
  if (is_lost_) return;
  if (under_way_.empty()) owed_since_ = now;
  under_way_.push_back({.trip = nullptr, .steps = 1, .commits = false});
  if (send_steps(kRollback)) return flush();
  is_lost_ = true;
  why_lost_ = one_line(PQerrorMessage(connection_.get()));
}

void PipelinedConnection::flush() {
  const int left = PQflush(connection_.get());
  wants_to_write_ = left == 1;
  if (left >= 0) return;
  is_lost_ = true;
  why_lost_ = one_line(PQerrorMessage(connection_.get()));
}

void PipelinedConnection::go_on(MonotonicTime now, std::vector<RoundTrip*>& finished) {
  if (is_lost_) return;
  const bool is_read = PQconsumeInput(connection_.get()) == 1;
  take_results(now, finished);
  if (!is_read || PQstatus(connection_.get()) == CONNECTION_BAD) {
    return lose(one_line(PQerrorMessage(connection_.get())), finished);
  }
  if (wants_to_write_) flush();
}

void PipelinedConnection::take_results(MonotonicTime now, std::vector<RoundTrip*>& finished) {
  // Behind the result of a statement libpq gives a null, and only then goes on to the next.
  for (int nulls = 0; nulls < 3 && !under_way_.empty() && PQisBusy(connection_.get()) == 0;) {
    ResultHandle result(PQgetResult(connection_.get()));
    nulls = result ? 0 : nulls + 1;
    if (!result) continue;
    if (PQresultStatus(result.get()) != PGRES_PIPELINE_SYNC) {
      note(std::move(result), under_way_.front());
      continue;
    }
    UnderWay done = std::move(under_way_.front());
    under_way_.pop_front();
    owed_since_ = now;
    finish(std::move(done), finished);
  }
  // Only then does libpq know in which state the transaction is.
  if (under_way_.empty() && PQisBusy(connection_.get()) == 0) {
    const ResultHandle none(PQgetResult(connection_.get()));
  }
}

void PipelinedConnection::note(ResultHandle result, UnderWay& current) {
  const bool is_commit = current.commits && current.done + 1 == current.steps;
  ++current.done;
  const auto status = PQresultStatus(result.get());
  if (status == PGRES_PIPELINE_ABORTED || current.answer.failure) return;
  if (status == PGRES_TUPLES_OK || status == PGRES_COMMAND_OK) {
    const std::string_view tag = PQcmdStatus(result.get());
    if (is_commit && std::exchange(was_warned_, false)) {
      current.answer.failure = SqlFailure{Moment::AtCommit, "", "it has committed with a warning"};
    } else if (is_commit && tag != "COMMIT") {
      current.answer.failure =
          SqlFailure{Moment::BeforeCommit, "", "it has rolled back instead of committing"};
    }
    current.answer.results.push_back(std::move(result));
    return;
  }
  Moment moment = is_commit ? Moment::AtCommit : Moment::BeforeCommit;
  if (ends_connection(result.get())) moment = Moment::Lost;
  current.answer.failure =
      SqlFailure{moment, std::string(field_of_error(result.get(), PG_DIAG_SQLSTATE)),
                 one_line(field_of_error(result.get(), PG_DIAG_MESSAGE_PRIMARY))};
  if (current.answer.failure->message.empty()) {
    current.answer.failure->message = one_line(PQresultErrorMessage(result.get()));
  }
}

void PipelinedConnection::finish(UnderWay done, std::vector<RoundTrip*>& finished) {
  was_warned_ = false;
  if (done.trip == nullptr) return;
  done.trip->answer = std::move(done.answer);
  finished.push_back(done.trip);
}

void PipelinedConnection::lose(std::string why, std::vector<RoundTrip*>& finished) {
  is_lost_ = true;
  if (why_lost_.empty()) why_lost_ = why.empty() ? "the connection was lost" : std::move(why);
  while (!under_way_.empty()) {
    UnderWay done = std::move(under_way_.front());
    under_way_.pop_front();
    if (!done.answer.failure) done.answer.failure = SqlFailure{Moment::Lost, "", why_lost_};
    finish(std::move(done), finished);
  }
}

}  // namespace partita::engine

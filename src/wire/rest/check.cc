#include "wire/rest/check.h"

#include <chrono>
#include <utility>

namespace partita::rest {
namespace {

using State = audit::AuditReport::State;

}  // namespace

void write_disagreements(JsonText& json, const audit::Disagreements& found) {
  json.member("disagreements", found.total());
  json.array("first");
  for (const audit::Disagreement& each : found.first()) {
    json.open_object();
    json.member("about", audit::name_of(each.aspect));
    json.member("table", each.table);
    if (!each.item.empty()) json.member("item", each.item);
    json.member("what", each.what);
    json.close_object();
  }
  json.close_array();
  json.strings("not_compared", found.left_out());
}

std::string check_document(const audit::AuditReport& report) {
  JsonText json;
  json.open_object();
  json.member("state", audit::name_of(report.state));
  if (!report.error.empty()) json.member("error", report.error);
  if (report.state != State::None) {
    if (!report.subject.empty()) json.member("table", report.subject);
    json.member("items", report.work.items);
    json.member("items_total", report.items_total);
    json.member("rows", report.work.rows);
    json.member("row_bytes", report.work.bytes);
    json.member("ran_ms", std::chrono::floor<std::chrono::milliseconds>(report.ran).count());
    write_disagreements(json, report.disagreements);
  }
  json.close_object();
  return std::move(json).take();
}

}  // namespace partita::rest

#include <fmt/format.h>

#include <algorithm>

#include "lint/cost.h"
#include "partita/base/json_string.h"

namespace partita::lint {
namespace {

using Kind = CostLine::Kind;

std::string_view name_of(Kind kind) {
  constexpr std::string_view kNames[] = {"writes",  "reads", "capacity",
                                         "storage", "pitr",  "backup"};
  return kNames[static_cast<std::size_t>(kind)];
}

bool has_units(Kind kind) { return kind == Kind::Write || kind == Kind::Read; }

// What the line is about: an index says whose entries it holds.
std::string label_of(const CostLine& line) {
  if (line.index == nullptr || line.entity == nullptr) return line.name;
  return fmt::format("{} of {}", line.name, line.entity->name);
}

std::string detail_of(const CostLine& line) {
  if (has_units(line.kind)) {
    return fmt::format("{:.0f} units, {:g} each", line.units_per_month, line.units_each);
  }
  if (line.kind == Kind::Capacity) return "provisioned units of the table and its indexes";
  return fmt::format("{:.2f} GB", line.gigabytes);
}

std::string json_of(const CostLine& line) {
  std::string json =
      fmt::format("{{\"kind\":{},\"name\":{},\"usd_per_month\":{:.4f}",
                  json_string(name_of(line.kind)), json_string(line.name), line.usd_per_month);
  if (line.table != nullptr) json += ",\"table\":" + json_string(line.table->name);
  if (line.index != nullptr) json += ",\"index\":" + json_string(line.index->name);
  if (line.entity != nullptr) json += ",\"entity\":" + json_string(line.entity->name);
  if (line.pattern != nullptr) json += ",\"pattern\":" + json_string(line.pattern->name);
  if (has_units(line.kind)) {
    json += fmt::format(",\"units_per_month\":{:.1f},\"units_each\":{:g}", line.units_per_month,
                        line.units_each);
  } else if (line.kind != Kind::Capacity) {
    json += fmt::format(",\"gigabytes\":{:.4f}", line.gigabytes);
  }
  return json + "}";
}

}  // namespace

std::string usd_text(double usd) {
  return usd > 0 && usd < 0.005 ? "under $0.01" : fmt::format("${:.2f}", usd);
}

std::string to_text(const Cost& cost) {
  std::size_t width = 40;
  for (const auto& line : cost.lines) width = std::max(width, label_of(line).size());
  std::string text = fmt::format("{} a month ({})\n", usd_text(cost.total()), cost.prices);
  for (const Kind kind :
       {Kind::Write, Kind::Read, Kind::Capacity, Kind::Storage, Kind::Pitr, Kind::Backup}) {
    std::string lines;
    for (const auto& line : cost.lines) {
      if (line.kind != kind) continue;
      lines += fmt::format("    {:<{}} {:>12}  {}\n", label_of(line), width,
                           usd_text(line.usd_per_month), detail_of(line));
    }
    if (lines.empty()) continue;
    text += fmt::format("  {:<{}} {:>12}\n{}", name_of(kind), width + 2, usd_text(cost.total(kind)),
                        lines);
  }
  return text;
}

std::string to_json(const Cost& cost) {
  std::string json = fmt::format("{{\"prices\":{},\"usd_per_month\":{:.4f},\"lines\":[",
                                 json_string(cost.prices), cost.total());
  for (const auto& line : cost.lines) {
    if (&line != &cost.lines.front()) json += ",";
    json += json_of(line);
  }
  return json + "]}";
}

}  // namespace partita::lint

#include <fmt/format.h>

#include <algorithm>

#include "language/value/json_text.h"
#include "model/lint/cost.h"

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

void write_line(JsonText& json, const CostLine& line) {
  const auto number = [&](std::string_view name, const std::string& digits) {
    json.name(name);
    json.raw(digits);
  };
  json.open_object();
  json.member("kind", name_of(line.kind));
  json.member("name", line.name);
  number("usd_per_month", fmt::format("{:.4f}", line.usd_per_month));
  if (line.table != nullptr) json.member("table", line.table->name);
  if (line.index != nullptr) json.member("index", line.index->name);
  if (line.entity != nullptr) json.member("entity", line.entity->name);
  if (line.pattern != nullptr) json.member("pattern", line.pattern->name);
  if (has_units(line.kind)) {
    number("units_per_month", fmt::format("{:.1f}", line.units_per_month));
    number("units_each", fmt::format("{:g}", line.units_each));
  } else if (line.kind != Kind::Capacity) {
    number("gigabytes", fmt::format("{:.4f}", line.gigabytes));
  }
  json.close_object();
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
  JsonText json(JsonLayout::Compact);
  json.open_object();
  json.member("prices", cost.prices);
  json.name("usd_per_month");
  json.raw(fmt::format("{:.4f}", cost.total()));
  json.array("lines");
  for (const CostLine& line : cost.lines) write_line(json, line);
  json.close_array();
  json.close_object();
  return std::move(json).take();
}

}  // namespace partita::lint

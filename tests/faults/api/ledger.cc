#include "faults/api/ledger.h"

#include <fmt/format.h>

#include <algorithm>

namespace partita::faults {
namespace {

const Json* find_in(const Items& items, const std::string& key) {
  const auto at = items.find(key);
  return at == items.end() ? nullptr : &at->second;
}

bool is_same(const Json* left, const Json* right) {
  if (left == nullptr || right == nullptr) return left == right;
  return *left == *right;
}

std::string shown(const Json* item) { return item == nullptr ? "nothing" : item->dump(); }

}  // namespace

const Json* Ledger::find(const std::string& key) const { return find_in(items_, key); }

void Ledger::acknowledge(const std::vector<Step>& steps) {
  for (const Step& step : steps) {
    for (const Change& change : step) {
      items_.erase(change.key);
      if (change.after) items_.emplace(change.key, *change.after);
    }
  }
}

void Ledger::leave_open(std::vector<Step> steps) { open_ = std::move(steps); }

std::vector<std::string> Ledger::violations(const Items& found) const {
  std::vector<std::string> wrong;
  Items all = items_;
  all.insert(found.begin(), found.end());
  for (const auto& [key, item] : all) {
    const Json* told = find(key);
    const Json* there = find_in(found, key);
    if (is_open(key) || is_same(told, there)) continue;
    wrong.push_back(
        fmt::format("{}: acknowledged was {}, there is {}", key, shown(told), shown(there)));
  }
  for (const Step& step : open_) {
    const auto is_before = [&](const Change& change) {
      return is_same(find_in(found, change.key), find(change.key));
    };
    const auto is_after = [&](const Change& change) { return shows(found, change); };
    if (std::ranges::all_of(step, is_before) || std::ranges::all_of(step, is_after)) continue;
    wrong.push_back(fmt::format("half of a step of {} changes, or another one, at {}: {}",
                                step.size(), step.front().key,
                                shown(find_in(found, step.front().key))));
  }
  return wrong;
}

void Ledger::settle(const Items& found) {
  items_ = found;
  open_.clear();
}

bool Ledger::is_open(const std::string& key) const {
  return std::ranges::any_of(open_, [&](const Step& step) {
    return std::ranges::any_of(step, [&](const Change& change) { return change.key == key; });
  });
}

bool Ledger::shows(const Items& found, const Change& change) const {
  return is_same(find_in(found, change.key), change.after ? &*change.after : nullptr);
}

}  // namespace partita::faults

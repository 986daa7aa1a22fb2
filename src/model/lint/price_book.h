#pragma once

#include <span>
#include <string_view>

#include "model/formula/timestamp.h"

namespace partita::lint {

// What DynamoDB charges in one region, in US dollars, without free tiers and reservations.
struct Prices {
  double write_request_million;  // On demand.
  double read_request_million;
  double write_unit_hour;  // Provisioned.
  double read_unit_hour;
  double storage_gb_month;
};

struct PriceBook {
  std::string_view name;  // "aws-us-east-1-2026-01"
  model::Day day;         // When the prices were looked up.
  Prices standard;
  Prices infrequent_access;
  double pitr_gb_month;  // Of the table without its global indexes.
  double backup_gb_month;
};

// A month has 30 days of requests and, as AWS bills it, 730 hours of capacity.
inline constexpr double kDaysPerMonth = 30;
inline constexpr double kHoursPerMonth = 730;
inline constexpr double kBytesPerGb = 1024.0 * 1024 * 1024;

// All books, the newest first.
std::span<const PriceBook> price_books();
inline const PriceBook& newest_price_book() { return price_books().front(); }
// The book of that name, or null.
const PriceBook* find_price_book(std::string_view name);

}  // namespace partita::lint

#include "model/lint/price_book.h"

namespace partita::lint {
namespace {

using std::chrono::day;
using std::chrono::month;
using std::chrono::year;

// AWS's public prices for US East (N. Virginia): on demand since the reduction of November 2024,
// provisioned and storage unchanged for years.
constexpr PriceBook kBooks[] = {
    {
        .name = "aws-us-east-1-2026-01",
        .day = year(2026) / month(1) / day(15),
        .standard = {.write_request_million = 0.625,
                     .read_request_million = 0.125,
                     .write_unit_hour = 0.00065,
                     .read_unit_hour = 0.00013,
                     .storage_gb_month = 0.25},
        .infrequent_access = {.write_request_million = 0.78,
                              .read_request_million = 0.155,
                              .write_unit_hour = 0.00081,
                              .read_unit_hour = 0.00016,
                              .storage_gb_month = 0.10},
        .pitr_gb_month = 0.20,
        .backup_gb_month = 0.10,
    },
};

}  // namespace

std::span<const PriceBook> price_books() { return kBooks; }

const PriceBook* find_price_book(std::string_view name) {
  for (const auto& book : kBooks) {
    if (book.name == name) return &book;
  }
  return nullptr;
}

}  // namespace partita::lint

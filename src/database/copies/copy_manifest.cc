#include "database/copies/copy_manifest.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <optional>
#include <utility>

// manifest := "partita-backup 1\n" file* "sum " sha256 "\n"       the sum is of all lines before it
// file     := "file " sha256 " " bytes " " changed_ns " " path "\n"

namespace partita::copies {
namespace {

constexpr std::string_view kHead = "partita-backup 1\n";  // DO NOT CHANGE: stored.
constexpr std::string_view kFile = "file ";               // DO NOT CHANGE: stored.
constexpr std::string_view kSum = "sum ";                 // DO NOT CHANGE: stored.
constexpr std::size_t kSumDigits = 64;

Error damaged(std::string_view name) {
  return Error::corrupt(fmt::format("the list of files of backup {} is damaged", name));
}

// Up to the next separator, which is taken, too.
std::optional<std::string_view> take_until(std::string_view& rest, char separator) {
  const auto end = rest.find(separator);
  if (end == rest.npos) return std::nullopt;
  const auto part = rest.substr(0, end);
  rest.remove_prefix(end + 1);
  return part;
}

template <typename Integer>
std::optional<Integer> integer_of(std::optional<std::string_view> text) {
  Integer number = 0;
  if (!text) return std::nullopt;
  const auto [end, error] = std::from_chars(text->data(), text->data() + text->size(), number);
  if (error != std::errc() || end != text->data() + text->size()) return std::nullopt;
  return number;
}

bool is_sum(std::string_view text) {
  return text.size() == kSumDigits &&
         text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

// Whoever can write to the copies must not decide where else files are written.
bool stays_inside(const std::filesystem::path& path) {
  return !path.empty() && path.is_relative() &&
         std::ranges::all_of(path, [](const auto& part) { return part != ".." && part != "."; });
}

std::optional<CopiedFile> file_of(std::string_view line) {
  if (!line.starts_with(kFile)) return std::nullopt;
  line.remove_prefix(kFile.size());
  const auto sum = take_until(line, ' ');
  const auto bytes = integer_of<std::uint64_t>(take_until(line, ' '));
  const auto changed = integer_of<std::int64_t>(take_until(line, ' '));
  if (!sum || !is_sum(*sum) || !bytes || !changed || !stays_inside(line)) return std::nullopt;
  return CopiedFile{.path = std::string(line),
                    .sum = {.sha256 = std::string(*sum), .bytes = *bytes},
                    .changed_ns = *changed};
}

}  // namespace

std::uint64_t CopyManifest::bytes() const {
  std::uint64_t sum = 0;
  for (const CopiedFile& file : files) sum += file.sum.bytes;
  return sum;
}

Bytes encode(const CopyManifest& manifest) {
  Bytes text(kHead);
  for (const CopiedFile& file : manifest.files) {
    text += fmt::format("{}{} {} {} {}\n", kFile, file.sum.sha256, file.sum.bytes, file.changed_ns,
                        file.path);
  }
  text += fmt::format("{}{}\n", kSum, sum_bytes(text).sha256);
  return text;
}

Result<CopyManifest> decode_manifest(std::string name, ByteView text) {
  const std::size_t tail = kSum.size() + kSumDigits + 1;
  if (!text.starts_with(kHead) || text.size() < kHead.size() + tail) return damaged(name);
  const ByteView lines = text.substr(0, text.size() - tail);
  if (text.substr(lines.size()) != fmt::format("{}{}\n", kSum, sum_bytes(lines).sha256)) {
    return damaged(name);
  }
  CopyManifest manifest{.name = std::move(name), .files = {}};
  for (std::string_view rest = lines.substr(kHead.size()); !rest.empty();) {
    const auto line = take_until(rest, '\n');
    auto file = line ? file_of(*line) : std::nullopt;
    if (!file) return damaged(manifest.name);
    manifest.files.push_back(*std::move(file));
  }
  return manifest;
}

}  // namespace partita::copies

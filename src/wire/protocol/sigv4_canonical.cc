#include "wire/protocol/sigv4_canonical.h"

#include <algorithm>

#include "wire/protocol/percent_encoding.h"

namespace partita::protocol {
namespace {

bool is_blank_in_header(char c) { return c == ' ' || c == '\t'; }

bool has_run_of_blanks(std::string_view value) {
  return value.find("  ") != std::string_view::npos || value.find('\t') != std::string_view::npos;
}

// Runs of blanks become one. REQUIRES: none at either end, which the parser sees to.
void append_folded(std::string& target, std::string_view value) {
  if (!has_run_of_blanks(value)) {
    target += value;
    return;
  }
  char before = 'x';
  for (const char c : value) {
    if (!is_blank_in_header(c)) {
      target += c;
    } else if (!is_blank_in_header(before)) {
      target += ' ';
    }
    before = c;
  }
}

// False if there is no such header.
bool append_header(std::string& target, const HttpRequest& request, std::string_view lower) {
  bool is_found = false;
  for (std::size_t i = 0; i < request.header_count(); ++i) {
    const HttpHeader header = request.header(i);
    if (!equals_ignoring_case(header.name, lower)) continue;
    if (is_found) {
      target += ',';
    } else {
      target.append(lower) += ':';
    }
    append_folded(target, header.value);
    is_found = true;
  }
  target += '\n';
  return is_found;
}

bool append_headers(std::string& target, const HttpRequest& request, std::string_view names) {
  std::string_view before;
  while (true) {
    const auto end = std::min(names.find(';'), names.size());
    const auto name = names.substr(0, end);
    if (name <= before || !append_header(target, request, name)) return false;
    if (end == names.size()) return true;
    before = name;
    names.remove_prefix(end + 1);
  }
}

void assign_lower(std::string& target, std::string_view text) {
  target.assign(text);
  for (char& c : target) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
}

void append_normalized(std::string& target, std::string_view encoded) {
  std::string plain;
  append_percent_decoded(plain, encoded);
  append_percent_encoded(target, plain);
}

}  // namespace

void append_canonical_path(std::string& target, std::string_view path) {
  if (path == "/") {
    target += '/';
    return;
  }
  std::vector<std::string_view> segments;
  const bool ends_in_slash = path.ends_with('/');
  while (!path.empty()) {
    const auto end = std::min(path.find('/'), path.size());
    const auto segment = path.substr(0, end);
    path.remove_prefix(std::min(end + 1, path.size()));
    if (segment == "..") {
      if (!segments.empty()) segments.pop_back();
    } else if (!segment.empty() && segment != ".") {
      segments.push_back(segment);
    }
  }
  for (const auto segment : segments) {
    target += '/';
    append_percent_encoded_path(target, segment);
  }
  if (segments.empty() || ends_in_slash) target += '/';
}

void append_canonical_query(CanonicalBuffers& buffers, std::string_view query) {
  buffers.query.clear();
  buffers.parameters.clear();
  bool has_signature = false;
  while (const auto parameter = take_parameter(query)) {
    if (parameter->name == "X-Amz-Signature" && !has_signature) {
      has_signature = true;
      continue;
    }
    const auto begin = buffers.query.size();
    append_normalized(buffers.query, parameter->name);
    const auto name_size = buffers.query.size() - begin;
    buffers.query += '=';
    append_normalized(buffers.query, parameter->value);
    buffers.parameters.push_back({begin, name_size, buffers.query.size() - begin});
  }
  const std::string_view text = buffers.query;
  const auto name = [&](const auto& p) { return text.substr(p.begin, p.name_size); };
  const auto whole = [&](const auto& p) { return text.substr(p.begin, p.size); };
  std::sort(buffers.parameters.begin(), buffers.parameters.end(),
            [&](const auto& a, const auto& b) {
              const int order = name(a).compare(name(b));
              return order != 0 ? order < 0 : whole(a) < whole(b);
            });
  for (std::size_t i = 0; i < buffers.parameters.size(); ++i) {
    if (i > 0) buffers.text += '&';
    buffers.text += whole(buffers.parameters[i]);
  }
}

bool write_canonical_request(CanonicalBuffers& buffers, const HttpRequest& request,
                             const SigningClaim& claim, std::string_view payload_hash,
                             CanonicalSpelling spelling) {
  auto& text = buffers.text;
  assign_lower(buffers.signed_headers, claim.signed_headers);
  text.assign(request.method()) += '\n';
  if (spelling == CanonicalSpelling::Normal) {
    append_canonical_path(text, request.path());
    text += '\n';
    append_canonical_query(buffers, request.query());
  } else {
    text.append(request.path()).append("\n").append(request.query());
  }
  text += '\n';
  if (!append_headers(text, request, buffers.signed_headers)) return false;
  text += '\n';
  text.append(buffers.signed_headers) += '\n';
  text += payload_hash;
  return true;
}

}  // namespace partita::protocol

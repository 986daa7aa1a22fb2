#include <libstemmer.h>

#include <algorithm>
#include <map>
#include <memory>

#include "model/words/words.h"

namespace partita::words {
namespace {

struct FreeStemmer {
  void operator()(sb_stemmer* stemmer) const { sb_stemmer_delete(stemmer); }
};
using Stemmer = std::unique_ptr<sb_stemmer, FreeStemmer>;

// One stemmer serves one thread at a time.
sb_stemmer* stemmer_of(std::string_view language) {
  static thread_local std::map<std::string, Stemmer, std::less<>> stemmers;
  const auto known = stemmers.find(language);
  if (known != stemmers.end()) return known->second.get();
  const std::string name(language);
  Stemmer made(sb_stemmer_new(name.c_str(), nullptr));
  return stemmers.emplace(name, std::move(made)).first->second.get();
}

const std::vector<std::string_view>& sorted_languages() {
  static const std::vector<std::string_view> kLanguages = [] {
    std::vector<std::string_view> names;
    for (const char** name = sb_stemmer_list(); *name != nullptr; ++name) names.emplace_back(*name);
    std::ranges::sort(names);
    return names;
  }();
  return kLanguages;
}

}  // namespace

bool is_language(std::string_view name) {
  return std::ranges::binary_search(sorted_languages(), name);
}

std::vector<std::string_view> languages() { return sorted_languages(); }

std::string stem_of(std::string_view word, std::string_view language) {
  sb_stemmer* stemmer = stemmer_of(language);
  if (stemmer == nullptr) return std::string(word);
  const auto* bytes = reinterpret_cast<const sb_symbol*>(word.data());
  const sb_symbol* stem = sb_stemmer_stem(stemmer, bytes, static_cast<int>(word.size()));
  if (stem == nullptr) return std::string(word);
  const auto size = static_cast<std::size_t>(sb_stemmer_length(stemmer));
  std::string text(reinterpret_cast<const char*>(stem), size);
  return text.empty() ? std::string(word) : text;
}

}  // namespace partita::words

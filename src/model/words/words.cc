#include "model/words/words.h"

#include <unicode/brkiter.h>
#include <unicode/locid.h>
#include <unicode/ubrk.h>
#include <unicode/utext.h>

#include <cstdint>
#include <memory>

#include "model/words/folding.h"
#include "partita/base/utf8.h"

namespace partita::words {
namespace {

// To make one takes longer than to use it, and one is used by one thread at a time.
icu::BreakIterator* boundaries() {
  static thread_local const std::unique_ptr<icu::BreakIterator> kIterator = [] {
    UErrorCode status = U_ZERO_ERROR;
    return std::unique_ptr<icu::BreakIterator>(
        icu::BreakIterator::createWordInstance(icu::Locale::getRoot(), status));
  }();
  return kIterator.get();
}

// A view of the text for ICU, closed at the end.
class TextView {
 public:
  explicit TextView(std::string_view text) {
    UErrorCode status = U_ZERO_ERROR;
    utext_ = utext_openUTF8(nullptr, text.data(), static_cast<std::int64_t>(text.size()), &status);
  }
  ~TextView() { utext_close(utext_); }
  TextView(const TextView&) = delete;
  TextView& operator=(const TextView&) = delete;

  UText* get() const { return utext_; }

 private:
  UText* utext_ = nullptr;
};

bool is_continuation(char byte) { return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U; }

}  // namespace

std::vector<Word> words_of(std::string_view text, std::size_t words_max) {
  std::vector<Word> words;
  icu::BreakIterator* iterator = boundaries();
  if (iterator == nullptr || text.empty() || !is_valid_utf8(text)) return words;
  const TextView view(text);
  UErrorCode status = U_ZERO_ERROR;
  iterator->setText(view.get(), status);
  if (U_FAILURE(status) != 0) return words;
  std::int32_t begin = iterator->first();
  for (std::int32_t end = iterator->next();
       end != icu::BreakIterator::DONE && words.size() < words_max;
       begin = end, end = iterator->next()) {
    if (iterator->getRuleStatus() < UBRK_WORD_NUMBER) continue;
    const auto from = static_cast<std::size_t>(begin);
    const auto to = static_cast<std::size_t>(end);
    std::string folded = fold_word(text.substr(from, to - from));
    if (!folded.empty()) words.push_back({std::move(folded), from, to});
  }
  return words;
}

std::string_view beginning_of(std::string_view word, std::size_t letters) {
  std::size_t end = 0;
  for (; end < word.size() && letters > 0; --letters) {
    do ++end;
    while (end < word.size() && is_continuation(word[end]));
  }
  return word.substr(0, end);
}

std::size_t letters_in(std::string_view word) {
  std::size_t letters = 0;
  for (const char byte : word) letters += is_continuation(byte) ? 0 : 1;
  return letters;
}

}  // namespace partita::words

#pragma once

#include <cstddef>
#include <memory>
#include <optional>

#include "language/records/item_reader.h"
#include "partita/base/bytes.h"
#include "partita/base/result.h"
#include "partita/value/item_view.h"

namespace partita::formats {

// How the text of one file is cut into records, and what one of them says.
// THREADS: one thread at a time.
class RecordFormat {
 public:
  virtual ~RecordFormat() = default;

  // How many bytes the first record of `text` has, with all that ends it; nullopt: more text is
  // needed. Called again with the same text and more behind it, it looks only at what is new.
  // REQUIRES: the text is not empty. `is_all`: nothing comes behind it.
  virtual std::optional<std::size_t> find_end(ByteView text, bool is_all) = 0;
  // The text that find_end has looked at is given up.
  virtual void forget() = 0;

  // What the record says; nullopt: it is none (an empty line, the header).
  virtual std::optional<Result<ItemView>> parse(ByteView record) = 0;
  // A record that is passed over, because it comes before the place to begin at.
  virtual void pass(ByteView record) = 0;
  // Nothing behind the record that was parsed last can be read.
  virtual bool is_damaged() const { return false; }
};

// Records that are lines: looks for the end of the first.
class LineFormat : public RecordFormat {
 public:
  std::optional<std::size_t> find_end(ByteView text, bool is_all) override;
  void forget() override { looked_at_ = 0; }
  void pass(ByteView) override {}

 private:
  std::size_t looked_at_ = 0;
};

std::unique_ptr<RecordFormat> make_json_format(const records::ReadOptions& options);
std::unique_ptr<RecordFormat> make_csv_format(const records::CsvOptions& options);
std::unique_ptr<RecordFormat> make_ion_format(const records::ReadOptions& options);

// Whether there is nothing but white space in it.
bool is_blank(ByteView text);

}  // namespace partita::formats

#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

#include "database/database.h"
#include "store/places/directory_place.h"
#include "support/temporary_directory.h"
#include "wire/formats/export_writers.h"
#include "wire/formats/item_file_reader.h"

namespace partita::conformance {

// The bucket "things" for scripts that export and import tables, with some files to import.
class Buckets {
 public:
  Buckets() : directory_(testing::memory_directory()) {
    std::filesystem::create_directory(directory_ / "things");
    place_ = places::open_directory_place(directory_.path()).value();
    put("typed/a.json", R"({"Item":{"pk":{"S":"a"},"n":{"N":"1.50"}}})"
                        "\n"
                        R"({"Item":{"pk":{"S":"b"}}})"
                        "\n");
    put("typed/b.json", R"({"Item":{"pk":{"S":"c"},"colour":{"S":"red"}}})"
                        "\n");
    put("typed2/more.json", R"({"Item":{"pk":{"S":"d"}}})"
                            "\n");
    put("faulty/a.json",
        "{\"Item\":{\"pk\":{\"S\":\"good\"}}}\nnot json\n"
        "{\"Item\":{\"pk\":{\"N\":\"1\"}}}\n{\"Item\":{\"v\":{\"S\":\"x\"}}}\n");
    put("csv/people.csv", "pk;age;name\n1;30;\"A; \"\"B\"\"\"\n2;;Carl\n");
    put("headless/people.csv", "1,30,Ann\n2,40,Bob\n");
    put("ion/a.ion", "$ion_1_0 {Item:{pk:\"a\",n:1.5,s:$dynamodb_SS::[\"x\"]}}\n");
  }

  database::DatabaseOptions options() const {
    database::DatabaseOptions options;
    options.place = place_.get();
    options.export_formats = &formats::export_formats();
    options.item_readers = &readers_;
    return options;
  }

 private:
  void put(const std::string& key, std::string_view content) {
    place_->put({.bucket = "things", .key = key}, content).value();
  }

  testing::TemporaryDirectory directory_;
  std::unique_ptr<places::ObjectPlace> place_;
  formats::ItemFileReaders readers_;
};

}  // namespace partita::conformance

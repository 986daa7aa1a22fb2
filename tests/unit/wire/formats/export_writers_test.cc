#include "wire/formats/export_writers.h"

#include <gtest/gtest.h>

#include <string>

#include "partita/value/encoded_item.h"
#include "support/gunzipped.h"

namespace partita::formats {
namespace {

using api::ExportFormat;
using table_exports::ChangedItem;

std::string line_of(ExportFormat format, const Item& item) {
  std::string text;
  const EncodedItem encoded(item);
  export_formats().append_item(text, format, encoded.view());
  return text;
}

std::string ion_value(Value value) {
  const std::string line = line_of(ExportFormat::Ion, {{"v", std::move(value)}});
  const std::string begin = "$ion_1_0 {Item:{v:";
  EXPECT_TRUE(line.starts_with(begin) && line.ends_with("}}\n")) << line;
  return line.substr(begin.size(), line.size() - begin.size() - 3);
}

Value number(std::string_view text) { return Number::parse(text).value(); }

TEST(ExportWriters, WriteAnItemAsALineOfDynamodbJson) {
  EXPECT_EQ(line_of(ExportFormat::DynamodbJson, {{"pk", "a\nb"}, {"n", 5}}),
            "{\"Item\":{\"n\":{\"N\":\"5\"},\"pk\":{\"S\":\"a\\nb\"}}}\n");
}

TEST(ExportWriters, WriteNumbersAsDecimalsOfIon) {
  EXPECT_EQ(ion_value(number("103")), "103.");
  EXPECT_EQ(ion_value(number("0")), "0.");
  EXPECT_EQ(ion_value(number("600")), "6d2");
  EXPECT_EQ(ion_value(number("-8.5")), "-8.5");
  EXPECT_EQ(ion_value(number("0.5")), "0.5");
  EXPECT_EQ(ion_value(number("0.00012")), "0.00012");
  EXPECT_EQ(ion_value(number("1E-100")), "1d-100");
  EXPECT_EQ(ion_value(number("9.9E+125")), "99d124");
}

TEST(ExportWriters, QuoteNamesThatWouldMeanSomethingElseInIon) {
  EXPECT_EQ(line_of(ExportFormat::Ion, {{"plain_1", "x"}}), "$ion_1_0 {Item:{plain_1:\"x\"}}\n");
  for (const std::string name :
       {"null", "true", "nan", "1st", "a-b", "$ion", "$10", "", "ü", "a:b"}) {
    EXPECT_EQ(line_of(ExportFormat::Ion, {{name, "x"}}),
              "$ion_1_0 {Item:{\"" + name + "\":\"x\"}}\n");
  }
}

TEST(ExportWriters, WriteAChangeWithTheImagesThatItHas) {
  const EncodedItem keys(Item{{"pk", "a"}});
  const EncodedItem image(Item{{"pk", "a"}, {"v", 1}});
  ChangedItem change{.time = 1731, .keys = keys.view(), .new_image = {}, .old_image = {}};
  std::string json;
  std::string ion;
  export_formats().append_change(json, ExportFormat::DynamodbJson, change);
  change.new_image = image.view();
  change.old_image = keys.view();
  export_formats().append_change(ion, ExportFormat::Ion, change);
  EXPECT_EQ(json,
            "{\"Metadata\":{\"WriteTimestampMicros\":{\"N\":\"1731000\"}},"
            "\"Keys\":{\"pk\":{\"S\":\"a\"}}}\n");
  EXPECT_EQ(ion,
            "$ion_1_0 {Record:{Keys:{pk:\"a\"},Metadata:{WriteTimestampMicros:1731000.},"
            "OldImage:{pk:\"a\"},NewImage:{pk:\"a\",v:1.}}}\n");
}

TEST(ExportWriters, PackWithGzip) {
  EXPECT_EQ(testing::gunzipped(export_formats().packed("some text\n")), "some text\n");
  EXPECT_EQ(testing::gunzipped(export_formats().packed("")), "");
}

}  // namespace
}  // namespace partita::formats

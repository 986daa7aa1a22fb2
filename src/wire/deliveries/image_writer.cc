#include "wire/deliveries/image_writer.h"

#include <string>

#include "wire/rest/json.h"

namespace partita::deliveries {

void ImageWriter::put(protocol::JsonSink& sink, const ItemView& image) const {
  if (sync_.body.empty()) return presenter_.put(sink, image, rest::JsonForm::Plain);
  bool is_first = true;
  sink.raw('{');
  for (const std::string& name : sync_.body) {
    const auto value = image.find(name);
    if (!value) continue;
    if (!is_first) sink.raw(',');
    is_first = false;
    sink.string(name);
    sink.raw(':');
    rest::put_plain_json(sink, *value);
  }
  sink.raw('}');
}

}  // namespace partita::deliveries

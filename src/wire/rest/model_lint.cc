#include "wire/rest/model_lint.h"

#include <fmt/format.h>

#include <utility>

#include "language/value/json_text.h"
#include "model/definition/read_model.h"
#include "model/lint/cost.h"
#include "model/lint/lint.h"
#include "model/lint/report.h"
#include "modelled/serving/failure.h"
#include "wire/rest/body.h"
#include "wire/rest/query.h"

namespace partita::rest {
namespace {

constexpr std::string_view kLintParamPrefix = "param.";

Result<model::ParamValues> lint_params(const RestQuery& query) {
  model::ParamValues params;
  for (const auto& [name, value] : query.all()) {
    if (!name.starts_with(kLintParamPrefix)) {
      return serving::failure(
          serving::FailureKind::BadArgument,
          fmt::format("there is no parameter `{}`; there are `file` and `param.NAME` for each "
                      "param of the model",
                      name));
    }
    params.emplace(name.substr(kLintParamPrefix.size()), value);
  }
  return params;
}

std::string lint_json(const model::Reading& reading, lint::FileFindings found) {
  JsonText json(JsonLayout::Compact);
  json.open_object();
  json.name("files");
  json.raw(lint::to_json({std::move(found)}));
  json.name("cost");
  if (reading.model) {
    json.raw(lint::to_json(lint::estimate_cost(*reading.model, lint::newest_price_book())));
  } else {
    json.null();
  }
  json.close_object();
  return std::move(json).take();
}

}  // namespace

Result<std::string> lint_document(const protocol::HttpRequest& request) {
  auto query = TRY(RestQuery::parse(request.query()));
  lint::FileFindings found{.file_name = query.take("file").value_or("model.yaml"), .findings = {}};
  const auto params = TRY(lint_params(query));
  Bytes decoded;
  const ByteView text = TRY(read_body(request, BodyForm::ModelFile, decoded));
  const auto reading = model::read_model(text, params);
  found.findings = reading.model ? lint::lint(*reading.model) : lint::from_reader(reading.findings);
  return lint_json(reading, std::move(found));
}

}  // namespace partita::rest

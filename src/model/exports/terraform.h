#pragma once

#include <string>

#include "model/definition/model.h"

namespace partita::exports {

// The tables of the model as Terraform, complete: keys, indexes, settings, auto scaling. The
// model's parameters have their values in it. Needs hashicorp/aws 6.29, the first with indexes of
// several key attributes; all indexes are written in its form. Elements of a later phase are left
// out and named in comments.
std::string terraform(const model::Model& model);

}  // namespace partita::exports

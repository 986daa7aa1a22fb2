#include "cli/settings.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <utility>

#include "cli/config_file.h"
#include "model/formula/suggestion.h"

namespace partita::cli {
namespace {

constexpr std::string_view kPrefix = "PARTITA_";
constexpr std::string_view kCommandLine = "command line";

// Options of which only one can be meant.
struct Rivals {
  std::string_view one;
  std::string_view other;
};
constexpr Rivals kRivals[] = {
    {"memory", "data"},
    {"memory", "log-dir"},
    {"memory", "encryption-key-file"},
    {"memory", "encryption-key-env"},
    {"store", "memory"},
    {"store", "data"},
    {"store", "log-dir"},
    {"store", "encryption-key-file"},
    {"store", "encryption-key-env"},
    {"store-password-file", "memory"},
    {"store-password-file", "data"},
    {"encryption-key-file", "encryption-key-env"},
    {"credentials-key-file", "credentials-key-env"},
    {"listen", "port"},
};

std::string name_of(const CLI::Option& option) { return option.get_lnames().front(); }

bool is_flag(const CLI::Option& option) { return option.get_items_expected_max() == 0; }

bool is_no(const std::vector<std::string>& values) {
  return values.size() == 1 &&
         (values[0] == "false" || values[0] == "0" || values[0] == "no" || values[0] == "off");
}

std::vector<std::string> split_at_commas(std::string_view text) {
  std::vector<std::string> parts;
  while (true) {
    const auto comma = std::min(text.find(','), text.size());
    parts.emplace_back(text.substr(0, comma));
    if (comma == text.size()) return parts;
    text.remove_prefix(comma + 1);
  }
}

// For a service that is called partita, Kubernetes gives all its pods PARTITA_PORT with such a
// value.
bool is_of_kubernetes(std::string_view text) {
  return text.starts_with("tcp://") || text.starts_with("udp://");
}

// As the command line would have done it.
Status give(CLI::Option& option, const std::vector<std::string>& values, std::string_view source) {
  if (is_flag(option) && is_no(values)) return {};
  try {
    option.add_result(values);
    option.run_callback();
  } catch (const CLI::ParseError& error) {
    return Error::invalid_argument(fmt::format("{} (from {})", error.what(), source));
  }
  return {};
}

std::string value_text(const std::vector<std::string>& values) {
  if (values.size() == 1) return config_value(values.front());
  std::vector<std::string> texts;
  for (const auto& value : values) texts.push_back(config_value(value));
  return fmt::format("[{}]", fmt::join(texts, ", "));
}

}  // namespace

bool is_setting(const CLI::Option& option) {
  if (option.get_lnames().empty() || option.get_group().empty()) return false;
  const std::string name = name_of(option);
  return name != "help" && name != "config" && name != "print-config";
}

std::string variable_of(std::string_view option_name) {
  std::string name(kPrefix);
  for (const char c : option_name) {
    const bool is_small = c >= 'a' && c <= 'z';
    name += c == '-' ? '_' : is_small ? static_cast<char>(c - 'a' + 'A') : c;
  }
  return name;
}

Settings::Settings(CLI::App& command) {
  for (CLI::Option* option : command.get_options({})) {
    if (!is_setting(*option)) continue;
    options_.push_back(option);
    if (option->count() > 0) sources_.emplace(name_of(*option), kCommandLine);
  }
}

Status Settings::fill(const std::filesystem::path& file) {
  TRY(fill_from(from_environment()));
  if (file.empty()) return {};
  return fill_from(TRY(from_file(file)));
}

std::string Settings::to_text() const {
  std::string text =
      "# What `partita serve` would work with; a file that --config takes.\n"
      "# Secrets are never here: access keys and master keys are named by their files.\n";
  for (const CLI::Option* option : options_) {
    const std::string name = name_of(*option);
    const auto source = sources_.find(name);
    const std::string from = source == sources_.end() ? "default" : source->second;
    if (is_flag(*option)) {
      text += fmt::format("{} = {}  # {}\n", name, option->count() > 0, from);
    } else if (option->count() > 0) {
      text += fmt::format("{} = {}  # {}\n", name, value_text(option->results()), from);
    } else if (!option->get_default_str().empty() && !is_decided(name)) {
      text += fmt::format("{} = {}  # {}\n", name, config_value(option->get_default_str()), from);
    } else {
      text += fmt::format("# {} is not set\n", name);
    }
  }
  return text;
}

std::vector<std::string> Settings::warnings() const {
  std::vector<std::string> known = {"PARTITA_CONFIG", "PARTITA_ENDPOINT", "PARTITA_ACCESS_KEY_ID",
                                    "PARTITA_SECRET_ACCESS_KEY"};
  for (const CLI::Option* option : options_) known.push_back(variable_of(name_of(*option)));
  const std::vector<std::string_view> names(known.begin(), known.end());
  std::vector<std::string> warnings;
  for (char** each = environ; *each != nullptr; ++each) {
    const std::string_view text(*each);
    const auto name = text.substr(0, text.find('='));
    if (!name.starts_with(kPrefix)) continue;
    if (std::find(names.begin(), names.end(), name) != names.end()) continue;
    // The prefix that all have would make all of them alike.
    std::vector<std::string_view> ends;
    for (const std::string_view other : names) ends.push_back(other.substr(kPrefix.size()));
    const auto nearest = model::nearest_name(name.substr(kPrefix.size()), ends);
    if (nearest.empty()) continue;
    warnings.push_back(
        fmt::format("the variable {} sets nothing; did you mean `{}{}`?", name, kPrefix, nearest));
  }
  return warnings;
}

Settings::GivenByName Settings::from_environment() const {
  GivenByName given;
  for (const CLI::Option* option : options_) {
    const std::string variable = variable_of(name_of(*option));
    const char* const text = std::getenv(variable.c_str());
    if (text == nullptr || *text == '\0' || is_of_kubernetes(text)) continue;
    const bool takes_many = option->get_items_expected_max() > 1;
    given[name_of(*option)] = {takes_many ? split_at_commas(text) : std::vector<std::string>{text},
                               variable};
  }
  return given;
}

Result<Settings::GivenByName> Settings::from_file(const std::filesystem::path& file) const {
  GivenByName given;
  for (auto& line : TRY(read_config(file))) {
    if (find(line.name) == nullptr) {
      std::vector<std::string> names;
      for (const CLI::Option* option : options_) names.push_back(name_of(*option));
      return Error::invalid_argument(
          fmt::format("{}: line {}: there is no setting {}{}", file.string(), line.line, line.name,
                      model::did_you_mean(line.name, {names.begin(), names.end()})));
    }
    given[std::move(line.name)] = {std::move(line.values), file.string()};
  }
  return given;
}

Status Settings::fill_from(const GivenByName& given) {
  std::map<std::string, std::string, std::less<>> decided;
  for (const auto& [name, each] : given) {
    if (is_decided(name)) continue;
    TRY(give(*find(name), each.values, each.source));
    decided.emplace(name, each.source);
  }
  sources_.merge(decided);
  return {};
}

bool Settings::is_decided(std::string_view name) const {
  if (sources_.contains(name)) return true;
  return std::any_of(std::begin(kRivals), std::end(kRivals), [&](const Rivals& rivals) {
    if (rivals.one != name && rivals.other != name) return false;
    const std::string_view rival = rivals.one == name ? rivals.other : rivals.one;
    const CLI::Option* option = find(rival);
    return sources_.contains(rival) && option != nullptr && option->count() > 0;
  });
}

CLI::Option* Settings::find(std::string_view name) const {
  const auto found = std::find_if(options_.begin(), options_.end(), [&](const CLI::Option* option) {
    return name_of(*option) == name;
  });
  return found == options_.end() ? nullptr : *found;
}

}  // namespace partita::cli

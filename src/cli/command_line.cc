#include "cli/command_line.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <utility>
#include <vector>

#include "cli/archive_options.h"
#include "cli/backup_options.h"
#include "cli/capacity_options.h"
#include "cli/cluster_options.h"
#include "cli/console_options.h"
#include "cli/credential_options.h"
#include "cli/data_options.h"
#include "cli/faults_options.h"
#include "cli/footers.h"
#include "cli/guide_options.h"
#include "cli/health_options.h"
#include "cli/host_options.h"
#include "cli/jobs_options.h"
#include "cli/mistakes.h"
#include "cli/model_options.h"
#include "cli/recovery_options.h"
#include "cli/serve_footer.h"
#include "cli/settings.h"
#include "cli/store_commands.h"
#include "cli/store_options.h"
#include "cli/sync_options.h"
#include "cli/target_options.h"
#include "cli/top_options.h"
#include "cli/version.h"

namespace partita::cli {
namespace {

// Milliseconds, for tests: no person should need them, so the help does not show them.
void add_time_limit(CLI::App& command, const std::string& name, std::chrono::milliseconds& limit) {
  command
      .add_option_function<std::int64_t>(
          name, [&limit](std::int64_t value) { limit = std::chrono::milliseconds(value); })
      ->check(CLI::Range(1, 86'400'000))
      ->group("");
}

// Silent in the help, where the type's name says it already.
CLI::Validator one_of_log_formats() {
  const auto check = [](const std::string& text) -> std::string {
    return text == "json" || text == "text" ? "" : text + " is neither json nor text";
  };
  return {check, ""};
}

// For commands that are about the same data as the server.
void take_place_from_environment(CLI::App& command) {
  for (const char* name : {"data", "log-dir", "encryption-key-file", "encryption-key-env", "store",
                           "store-password-file"}) {
    auto* const option = command.get_option_no_throw(std::string("--") + name);
    if (option != nullptr) option->envname(variable_of(name));
  }
}

// "8000" and ":8000" name a port of this machine.
std::string with_host(const std::string& listen) {
  const std::string_view port = std::string_view(listen).substr(listen.starts_with(':') ? 1 : 0);
  const bool is_port = !port.empty() && port.find_first_not_of("0123456789") == port.npos;
  return is_port ? fmt::format("127.0.0.1:{}", port) : listen;
}

class CommandLine {
 public:
  CommandLine() {
    app_.name("partita");
    app_.description("A DynamoDB-compatible database.");
    app_.footer(kProgramExamples);
    app_.require_subcommand(1);
    app_.set_version_flag("-v,--version", fmt::format("partita {}", version()));
    add_serve();
    add_key();
    add_keys();
    add_check();
    health_options_.add_to(app_);
    jobs_options_.add_to(app_);
    cluster_options_.add_to(app_);
    store_commands_.add_to(app_);
    sync_options_.add_to(app_);
    capacity_options_.add_to(app_);
    top_options_.add_to(app_);
    faults_options_.add_to(app_);
    archive_options_.add_to(app_);
    recovery_options_.add_to(app_);
    backup_options_.add_to(app_);
    model_options_.add_to(app_);
    data_options_.add_to(app_);
    guide_options_.add_to(app_);
  }

  Command parse(std::vector<std::string> words) {
    if (!words.empty() && words.front() == "help") {
      words.erase(words.begin());
      return guide(guide_options_.help(words), "partita --help");
    }
    std::reverse(words.begin(), words.end());  // As CLI11 wants them.
    try {
      app_.parse(words);
      return chosen();
    } catch (const CLI::ParseError& error) {
      return shown(error);
    }
  }

 private:
  void add_serve() {
    serve_ = app_.add_subcommand("serve", "Start a server");
    serve_->footer(kServeExamples);
    serve_
        ->add_option("--listen", listen_,
                     "The address or host, and the port; port 0 means any free port")
        ->type_name("ADDRESS:PORT")
        ->capture_default_str();
    serve_->add_option("--port", port_, "Listen on this port of 127.0.0.1; instead of --listen")
        ->type_name("PORT");
    serve_->add_option("--config", config_, "Read further settings from this file")
        ->type_name("FILE")
        ->envname("PARTITA_CONFIG");
    serve_->add_flag("--print-config", prints_config_,
                     "Print all settings with their sources, and do not start");
    serve_credentials_.add_to_serve(*serve_);
    serve_->add_option("--tls-certificate", certificate_, "Use TLS: the certificate chain, as PEM")
        ->type_name("FILE");
    serve_->add_option("--tls-key", tls_key_, "Use TLS: the certificate's private key, as PEM")
        ->type_name("FILE");
    add_network();
    serve_store_.add_location(*serve_);
    serve_store_.add_server(*serve_);
    serve_store_.add_service(*serve_);
    add_times();
    serve_
        ->add_option("--log", log_,
                     "Log each request in a line on standard error, without contents of items")
        ->type_name("json|text")
        ->check(one_of_log_formats());
    serve_->add_flag("--stop-with-parent", stops_with_parent_,
                     "Stop when the process that has started the server ends for any reason; for "
                     "tests");
    add_models();
    console_.add_to(*serve_);
    auto& limits = server_.time_limits;
    add_time_limit(*serve_, "--idle-limit-ms", limits.idle);
    add_time_limit(*serve_, "--head-limit-ms", limits.head);
    add_time_limit(*serve_, "--grace-limit-ms", limits.transfer.grace);
    serve_->add_option("--connections-max", server_.connections_max)->group("");
    serve_->add_option("--body-bytes-max", server_.body_bytes_max)->group("");
  }

  void add_times() {
    serve_
        ->add_option("--state-delay", state_delay_ms_,
                     "How long a table stays CREATING, UPDATING or DELETING, to test programs "
                     "that must wait for it")
        ->type_name("MS")
        ->check(CLI::Range(0, 86'400'000))
        ->capture_default_str();
    serve_->add_option("--ttl-interval", ttl_interval_ms_, "How often expired items are deleted")
        ->type_name("MS")
        ->check(CLI::Range(10, 86'400'000))
        ->capture_default_str();
    serve_->add_flag("--throttle", throttles_,
                     "Throttle tables and indexes to their provisioned capacity, and each "
                     "partition key to AWS's 1,000 writes and 3,000 reads a second; without it, "
                     "only tables with the tag partita:throttle=on are throttled");
    faults_options_.add_to_serve(*serve_);
    serve_->add_flag("--accept-clock", accepts_clock_,
                     "Trust the system's date, although it is far from the last date stored with "
                     "the data; everything that is due then expires");
  }

  void add_models() {
    serve_
        ->add_option("--models", models_,
                     "Put the models of this directory (*.yaml) in force before the first request")
        ->type_name("DIR");
    serve_
        ->add_option("--param", model_params_,
                     "With --models: a value for a param of models, such as stage=prod; the others "
                     "are as the database remembers them")
        ->type_name("NAME=VALUE")
        ->allow_extra_args(false);
    serve_->add_flag("--fake", makes_samples_,
                     "With --models: fill their tables with sample data if they are empty");
  }

  void add_network() {
    serve_->add_flag("--allow-plaintext-network", server_.allows_plaintext_network,
                     "Allow any address without TLS, but with access keys: everyone on the network "
                     "in between can read and change requests and answers");
    serve_->add_flag("--allow-anyone-on-the-network", server_.allows_anyone_on_network,
                     "Allow any address without access keys: everyone who can reach it can read "
                     "and delete all data. For containers and tests");
    host_options_.add_to(*serve_);
    serve_
        ->add_option("--answer-memory", answer_memory_mb_,
                     "Memory for large answers that clients have not read yet")
        ->type_name("MB")
        ->check(CLI::Range(32, 1 << 20))
        ->capture_default_str();
  }

  void add_key() {
    auto* key = app_.add_subcommand("key", "Master keys, which encrypt data on disk");
    key->require_subcommand(1);
    key->footer(kKeyFooter);
    key_new_ = key->add_subcommand("new", "Make a file with a new master key");
    key_new_->footer(kKeyNewFooter);
    key_new_
        ->add_option("FILE", key_file_,
                     "The new file, which must not exist; keep it away from the data")
        ->required();
    key_rotate_ = key->add_subcommand("rotate", "Change the keys of a data directory");
    key_rotate_->footer(kRotateExamples);
    rotate_store_.add_location(*key_rotate_);
    take_place_from_environment(*key_rotate_);
    key_rotate_->add_option("--new-key-file", new_key_file_, "The new master key (partita key new)")
        ->type_name("FILE");
  }

  void add_keys() {
    auto* keys = app_.add_subcommand("keys", "Access keys, with which clients sign requests");
    keys->require_subcommand(1);
    keys->footer(kKeysFooter);
    keys_create_ = keys->add_subcommand("create", "Make an access key; its secret is shown once");
    keys_create_->footer(kKeysCreateFooter);
    keys_create_->add_option("--name", key_name_, "A name for it, to recognize it later");
    keys_create_->add_option("--role", key_role_,
                             "The role of programs that sign with it, which transitions of models "
                             "can require");
    create_file_.add_file(*keys_create_);
    create_file_.add_sealing_key(*keys_create_);
    keys_list_ = keys->add_subcommand("list", "Show the access keys, without their secrets");
    keys_list_->footer(kKeysListFooter);
    list_file_.add_file(*keys_list_);
    keys_delete_ = keys->add_subcommand("delete", "Delete an access key");
    keys_delete_->footer(kKeysDeleteFooter);
    keys_delete_->add_option("ID", access_key_id_, "The access key id")->required();
    delete_file_.add_file(*keys_delete_);
    for (auto* command : {keys_create_, keys_list_, keys_delete_}) {
      command->add_flag("--json", prints_json_, "Print the answer as JSON");
    }
  }

  void add_check() {
    check_ = app_.add_subcommand("check", "Verify all stored data: items, indexes, streams ...");
    check_->footer(kCheckFooter);
    check_target_.add_to(*check_);
    take_place_from_environment(*check_);
    check_->add_flag("--json", prints_json_, "Print the report as JSON");
  }

  Command chosen() {
    if (guide_options_.is_chosen()) return guide(guide_options_.text(), guide_options_.help_line());
    if (key_new_->parsed()) return KeyNewCommand{key_file_};
    if (key_rotate_->parsed()) return rotate();
    if (keys_create_->parsed()) return create_access_key();
    if (keys_list_->parsed()) return KeysListCommand{list_file_.file().path, prints_json_};
    if (keys_delete_->parsed()) {
      return KeysDeleteCommand{delete_file_.file().path, access_key_id_, prints_json_};
    }
    if (health_options_.is_chosen()) return taken_by(health_options_, "health");
    if (jobs_options_.is_chosen()) return taken_by(jobs_options_, "jobs");
    if (cluster_options_.is_chosen()) return taken_by(cluster_options_, "cluster");
    if (store_commands_.is_chosen()) return taken_by(store_commands_, "store");
    if (sync_options_.is_chosen()) return taken_by(sync_options_, "sync");
    if (top_options_.is_chosen()) return taken_by(top_options_, "top");
    if (capacity_options_.is_chosen()) return taken_by(capacity_options_, "capacity");
    if (faults_options_.is_chosen()) return taken_by(faults_options_, "faults");
    if (archive_options_.is_chosen()) return taken_by(archive_options_, "archive");
    const RecoveryOptions& recovery = recovery_options_;
    if (recovery.is_restore()) return taken(recovery.restore(), "partita restore --help");
    if (recovery.is_history()) return taken(recovery.history(), "partita history --help");
    if (recovery.is_undo()) return taken(recovery.undo(), "partita undo --help");
    if (backup_options_.is_create()) {
      return taken(backup_options_.create(), "partita backup create --help");
    }
    if (backup_options_.is_list()) return backup_options_.list();
    if (backup_options_.is_verify()) return backup_options_.verify();
    if (backup_options_.is_restore()) return backup_options_.restore();
    if (data_options_.is_chosen()) return taken(data_options_.command(), data_options_.help());
    if (model_options_.is_chosen()) return taken_by(model_options_, "model");
    return check_->parsed() ? check() : serve();
  }

  template <typename Options>
  Command taken_by(Options& options, std::string_view name) {
    return taken(options.command(), fmt::format("partita {} --help", name));
  }

  Command guide(const Result<std::string>& text, std::string_view help) {
    if (!text.ok()) return mistake(text.error().message(), help);
    return ShowCommand{*text};
  }

  Command serve() {
    constexpr std::string_view kHelp = "partita serve --help";
    Settings settings(*serve_);
    if (const auto filled = settings.fill(config_); !filled.ok()) {
      return mistake(filled.error().message(), kHelp);
    }
    const auto address = listen_address();
    if (!address.ok()) return mistake(address.error().message(), kHelp);
    for (const auto& fits : {serve_store_.check(), serve_credentials_.check(), check_tls(),
                             check_models(), console_.check()}) {
      if (!fits.ok()) return mistake(fits.error().message(), kHelp);
    }
    if (prints_config_) return ShowCommand{settings.to_text()};
    server_.listen = *address;
    server_.heeds_signals = true;
    server_.answer_bytes_max = answer_memory_mb_ << 20;
    if (!certificate_.empty()) server_.tls = {.certificate = certificate_, .key = tls_key_};
    ServeCommand command{.server = server_,
                         .store = serve_store_.store(),
                         .backups = serve_store_.backups(),
                         .backup_bucket = serve_store_.backup_bucket(),
                         .s3 = serve_store_.s3(),
                         .state_delay = std::chrono::milliseconds(state_delay_ms_),
                         .ttl_interval = std::chrono::milliseconds(ttl_interval_ms_),
                         .throttles = throttles_,
                         .faults = faults_options_.startup(),
                         .accepts_clock = accepts_clock_,
                         .stops_with_parent = stops_with_parent_,
                         .models = {.directory = models_, .makes_samples = makes_samples_},
                         .warnings = settings.warnings()};
    command.console = console_.settings();
    auto params = parse_params(model_params_);
    if (!params.ok()) return mistake(params.error().message(), kHelp);
    command.models.params = std::move(*params);
    command.sync_hosts = host_options_.told();
    command.allowed_hosts = host_options_.allowed();
    if (!address->name.empty()) command.allowed_hosts.push_back(address->name);
    if (!log_.empty()) {
      command.log = log_ == "json" ? server::LogFormat::Json : server::LogFormat::Text;
    }
    if (serve_credentials_.has_file()) command.credentials = serve_credentials_.file();
    command.metrics_token = serve_credentials_.metrics_token();
    return command;
  }

  Result<server::ListenAddress> listen_address() const {
    if (port_.empty()) return server::ListenAddress::parse(with_host(listen_));
    if (serve_->get_option("--listen")->count() > 0) {
      return Error::invalid_argument("--port and --listen cannot be given together");
    }
    return server::ListenAddress::parse(with_host(port_));
  }

  Status check_tls() const {
    if (certificate_.empty() == tls_key_.empty()) return {};
    return Error::invalid_argument("--tls-certificate and --tls-key must be given together");
  }

  Status check_models() const {
    if (!models_.empty()) return {};
    if (!model_params_.empty()) return Error::invalid_argument("--param needs --models");
    return makes_samples_ ? Status(Error::invalid_argument("--fake needs --models")) : Status{};
  }

  template <typename Chosen>
  Command taken(Result<Chosen> command, const std::string& help) {
    if (!command.ok()) return mistake(command.error().message(), help);
    return std::move(*command);
  }

  Command create_access_key() {
    if (const auto fits = create_file_.check(); !fits.ok()) {
      return mistake(fits.error().message(), "partita keys create --help");
    }
    return KeysCreateCommand{create_file_.file(), key_name_, key_role_, prints_json_};
  }

  Command rotate() {
    constexpr std::string_view kHelp = "partita key rotate --help";
    if (const auto fits = rotate_store_.check(); !fits.ok()) {
      return mistake(fits.error().message(), kHelp);
    }
    KeyRotateCommand command{rotate_store_.rocksdb_store(), std::nullopt};
    if (!command.store.master_key) {
      return mistake(
          "the present master key is needed: --encryption-key-file or --encryption-key-env", kHelp);
    }
    if (!new_key_file_.empty()) command.replacement = database::MasterKeyFile{new_key_file_};
    return command;
  }

  Command check() {
    constexpr std::string_view kHelp = "partita check --help";
    auto target = check_target_.target();
    if (!target.ok()) return mistake(target.error().message(), kHelp);
    return CheckCommand{.target = std::move(*target), .prints_json = prints_json_};
  }

  static ShowCommand mistake(std::string_view what, std::string_view help) {
    const bool asks = what.ends_with('?');
    return {fmt::format("partita: {}{} {}\n", what, asks ? " See" : "; see", help),
            /*is_mistake=*/true};
  }

  // Help and the version come as errors from CLI11, too.
  Command shown(const CLI::ParseError& error) {
    if (error.get_exit_code() != 0) {
      return mistake(explain_mistake(app_, error), full_name(reached_command(app_)) + " --help");
    }
    std::ostringstream text;
    app_.exit(error, text, text);
    return ShowCommand{text.str()};
  }

  CLI::App app_;
  CLI::App* serve_ = nullptr;
  CLI::App* key_new_ = nullptr;
  CLI::App* key_rotate_ = nullptr;
  CLI::App* keys_create_ = nullptr;
  CLI::App* keys_list_ = nullptr;
  CLI::App* keys_delete_ = nullptr;
  CLI::App* check_ = nullptr;

  std::string listen_ = "127.0.0.1:8000";
  std::string port_;
  std::string config_;
  bool prints_config_ = false;
  server::ServerOptions server_;
  HostOptions host_options_;
  std::size_t answer_memory_mb_ = 256;
  std::int64_t state_delay_ms_ = 0;
  std::int64_t ttl_interval_ms_ = 1000;
  bool throttles_ = false;
  bool accepts_clock_ = false;
  bool stops_with_parent_ = false;
  ConsoleOptions console_;
  std::string log_;
  std::string models_;
  std::vector<std::string> model_params_;
  bool makes_samples_ = false;
  FaultsOptions faults_options_;
  ArchiveOptions archive_options_;
  HealthOptions health_options_;
  JobsOptions jobs_options_;
  ClusterOptions cluster_options_;
  StoreCommands store_commands_;
  SyncOptions sync_options_;
  CapacityOptions capacity_options_;
  TopOptions top_options_;
  RecoveryOptions recovery_options_;
  BackupOptions backup_options_;
  ModelOptions model_options_;
  DataOptions data_options_;
  GuideOptions guide_options_;
  StoreOptions serve_store_;
  StoreOptions rotate_store_;
  TargetOptions check_target_;
  std::string key_file_;
  std::string new_key_file_;
  std::string certificate_;
  std::string tls_key_;
  CredentialOptions serve_credentials_;
  CredentialOptions create_file_;
  CredentialOptions list_file_;
  CredentialOptions delete_file_;
  std::string key_name_;
  std::string key_role_;
  std::string access_key_id_;
  bool prints_json_ = false;
};

}  // namespace

Command parse_command_line(int count, const char* const* arguments) {
  return CommandLine().parse({arguments + 1, arguments + std::max(count, 1)});
}

}  // namespace partita::cli

#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace partita::faults {

// A directory of its own whose disk is modelled, removed with all beside it when the test ends.
class ActorRun {
 public:
  using Environment = std::map<std::string, std::string>;
  using Script = std::vector<std::string>;

  struct Outcome {
    int exit_code;
    std::string output;
  };

  ActorRun();
  ActorRun(const ActorRun&) = delete;
  ActorRun& operator=(const ActorRun&) = delete;
  ~ActorRun();

  // Runs disk_actor with the shim loaded and the faults that the environment asks for.
  Outcome run(const Environment& environment, const Script& script) const;
  Outcome run(const Script& script) const { return run({}, script); }

  // Files of the modelled directory; what a file does not have is read as "(none)".
  std::string read(const std::string& name) const;
  void write(const std::string& name, const std::string& content) const;
  bool holds(const std::string& name) const;

  // A path beside the modelled directory, which no power cut reaches.
  std::string beside(const std::string& name) const { return (root_ / name).string(); }

 private:
  std::filesystem::path root_;
  std::filesystem::path disk_;
};

}  // namespace partita::faults

#pragma once

// The text below the options in `partita serve --help`.
namespace partita::cli {

inline constexpr const char* kServeExamples = R"(
Examples:
  partita serve                              data in ./partita-data, on 127.0.0.1:8000
  partita serve --port 8001                  on another port of this machine
  partita serve --memory --listen [::1]:0    a temporary server on any free port
  partita serve --data /srv/partita --log-dir /fast/partita-log
  partita serve --store postgresql://partita@db.example.com/partita --backups s3://backups --s3 ...
      as one of several servers that share a PostgreSQL database
  partita key new ~/partita.key && partita serve --encryption-key-file ~/partita.key
  partita keys create && partita serve --credentials partita-credentials
      accept only requests that are signed with an access key
  partita serve --listen 0.0.0.0:8000 --credentials partita-credentials \
      --tls-certificate server.crt --tls-key server.key
      accept requests of other machines: this needs both access keys and TLS
  partita serve --memory --listen 0.0.0.0:8000 --allow-anyone-on-the-network --allow-host db
      in a test container with the host name db
  partita serve --log json 2>> requests.log  a line for each request
  partita serve --memory --models models --fake
      with the models of a directory, and sample data: partita model --help

Every option can also be set by an environment variable (--log-dir is PARTITA_LOG_DIR) or by a line
of the file of --config (log-dir = "DIR"). The command line overrides the environment, which
overrides the file; --print-config shows the result.
Without --credentials, PARTITA_ACCESS_KEY_ID and PARTITA_SECRET_ACCESS_KEY can set one access key;
without both, every program on this machine is accepted, whatever key it signs with.
The server stops cleanly on Ctrl-C and SIGTERM, and reads its certificate and its access keys again
on SIGHUP. GET /health shows whether it accepts writes; GET /metrics is for Prometheus.)";

}  // namespace partita::cli

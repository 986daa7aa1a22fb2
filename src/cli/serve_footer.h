#pragma once

// What `partita serve --help` shows behind its options.
namespace partita::cli {

inline constexpr const char* kServeExamples = R"(
Examples:
  partita serve                              data in ./partita-data, on 127.0.0.1:8000
  partita serve --port 8001                  on another port of this machine
  partita serve --memory --listen [::1]:0    a throw-away server on any free port
  partita serve --data /srv/partita --log-dir /fast/partita-log
  partita serve --store postgresql://partita@db.example.com/partita --backups s3://backups --s3 ...
      as one of many servers that share a PostgreSQL
  partita key new ~/partita.key && partita serve --encryption-key-file ~/partita.key
  partita keys create && partita serve --credentials partita-credentials
      let in only requests that are signed with an access key
  partita serve --listen 0.0.0.0:8000 --credentials partita-credentials \
      --tls-certificate server.crt --tls-key server.key
      for other machines, too: that needs both access keys and TLS
  partita serve --memory --listen 0.0.0.0:8000 --allow-anyone-on-the-network --allow-host db
      in a container of a test, where others call it db
  partita serve --log json 2>> requests.log  a line for each request
  partita serve --memory --models models --fake
      with the models of a directory, and sample data: partita model --help

Every option can also be a variable (--log-dir is PARTITA_LOG_DIR) or a line of a file that --config
names (log-dir = "DIR"). The command line goes before the environment, and that before the file;
--print-config shows what comes of it.
Without --credentials, PARTITA_ACCESS_KEY_ID and PARTITA_SECRET_ACCESS_KEY can name one access key;
without either, every program on this machine is let in, whatever it signs with.
The server stops cleanly on Ctrl-C and SIGTERM, and reads its certificate and its access keys again
on SIGHUP. GET /health tells whether it takes writes, GET /metrics what Prometheus reads.)";

}  // namespace partita::cli

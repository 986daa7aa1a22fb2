"""Gets the programs that we are compared with, once, into build/peers: nothing is installed on the
machine, and above all no web server is started on it."""

import os
import platform
import shutil
import subprocess

# The versions that the figures in docs/PERFORMANCE.md are of.
_ARCHITECTURE = {"x86_64": "x64", "aarch64": "arm64"}.get(platform.machine(), "x64")
_DYNOXIDE = f"@dynoxide/linux-{_ARCHITECTURE}"
_VERSIONS = {_DYNOXIDE: "1.2.1", "dynalite": "4.0.0"}


class Missing(Exception):
    """A peer cannot be had here, and why."""


class Peers:
    def __init__(self, directory):
        self.directory = directory

    def dynoxide(self):
        return os.path.join(self._npm(_DYNOXIDE), "dynoxide")

    def dynalite(self):
        return os.path.join(self._npm("dynalite"), "cli.js")

    def nginx(self):
        """The program of Debian's package, unpacked but not installed."""
        installed = shutil.which("nginx") or "/usr/sbin/nginx"
        unpacked = os.path.join(self.directory, "nginx", "usr", "sbin", "nginx")
        for program in (installed, unpacked):
            if os.access(program, os.X_OK):
                return program
        folder = os.path.join(self.directory, "nginx")
        os.makedirs(folder, exist_ok=True)
        self._run(["apt-get", "-q", "download", "nginx"], folder)
        package = next(name for name in os.listdir(folder) if name.endswith(".deb"))
        self._run(["dpkg-deb", "-x", package, "."], folder)
        return unpacked

    def _npm(self, package):
        folder = os.path.join(self.directory, "node_modules", *package.split("/"))
        if not os.path.isdir(folder):
            os.makedirs(self.directory, exist_ok=True)
            self._run(["npm", "install", "--silent", "--no-audit", "--no-fund", "--prefix", ".",
                       f"{package}@{_VERSIONS[package]}"], self.directory)
        return folder

    @staticmethod
    def _run(command, folder):
        try:
            subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True)
        except FileNotFoundError as error:
            raise Missing(f"{command[0]} is not installed") from error
        except subprocess.CalledProcessError as error:
            lines = (error.stderr or error.stdout).strip().splitlines()
            raise Missing(f"{' '.join(command)}: {(lines or ['failed'])[-1]}") from error

"""The command line over TLS: a server whose certificate a private authority vouches for."""

import os
import subprocess
import unittest

from models_servers import SERVER_KEYS, model, new_folder, shipped, start


def make_certificate(folder, name, *options):
    """A key and a certificate; it vouches for itself unless the options say otherwise."""
    files = os.path.join(folder, f"{name}.key"), os.path.join(folder, f"{name}.pem")
    subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt",
                    "ec_paramgen_curve:P-256", "-nodes", "-days", "1", "-subj", f"/CN={name}",
                    "-keyout", files[0], "-out", files[1], *options],
                   check=True, capture_output=True)
    return files


class Tls(unittest.TestCase):
    def setUp(self):
        folder = new_folder(self)
        authority_key, self.authority = make_certificate(folder, "authority")
        _, self.stranger = make_certificate(folder, "stranger")
        key, certificate = make_certificate(
            folder, "server", "-CA", self.authority, "-CAkey", authority_key,
            "-addext", "subjectAltName=DNS:localhost")
        self.address = start(self, "--tls-certificate", certificate, "--tls-key", key,
                             keys=SERVER_KEYS)
        self.endpoint = self.address.replace("127.0.0.1", "localhost")

    def refused(self, endpoint, *arguments, **environment):
        """The one line that is said."""
        ended = model("list", "--endpoint", endpoint, *arguments, **environment)
        self.assertEqual((ended.returncode, ended.stdout, ended.stderr.count("\n")), (1, "", 1))
        return ended.stderr

    def test_a_server_is_trusted_by_the_authority_that_is_named(self):
        for arguments, environment in ((["--ca-file", self.authority], {}),
                                       ([], {"AWS_CA_BUNDLE": self.authority}),
                                       ([], {"SSL_CERT_FILE": self.authority})):
            with self.subTest(arguments=arguments, environment=environment):
                listed = model("list", "--endpoint", self.endpoint, *arguments, **environment)
                self.assertEqual(listed.returncode, 0, listed.stderr)
                self.assertIn("no models", listed.stdout)

    def test_a_model_is_applied_and_used(self):
        trust = ["--endpoint", self.endpoint, "--ca-file", self.authority]
        self.assertEqual(model("apply", shipped("rez_agent"), *trust).returncode, 0)
        self.assertIn("rez_agent@dev version 3", model("list", *trust).stdout)
        self.assertEqual(model("run", "rez_agent", "stuck", *trust).stdout, "no items\n")

    def test_nobody_else_vouches_for_it(self):
        for arguments in (["--ca-file", self.stranger], []):
            with self.subTest(arguments=arguments):
                line = self.refused(self.endpoint, *arguments)
                self.assertRegex(line, r"^partita: localhost:\d+ is not trusted: .*certificate.*; "
                                 r"--ca-file FILE \(or AWS_CA_BUNDLE\)")

    def test_the_certificate_must_be_for_the_name(self):
        self.assertRegex(self.refused(self.address, "--ca-file", self.authority),
                         r"^partita: 127\.0\.0\.1:\d+ is not trusted: its certificate is not for "
                         r"127\.0\.0\.1\n$")

    def test_a_file_without_certificates_is_named(self):
        self.assertIn("cannot use the certificates of nothing.pem",
                      self.refused(self.endpoint, "--ca-file", "nothing.pem"))


if __name__ == "__main__":
    unittest.main()

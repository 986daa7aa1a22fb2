"""What examples/monitoring says is true: promtool takes its files and our metrics, Debian's
Prometheus reads a real server with them, and every metric that they name is there.

tests/sdk/server.py starts the server at PARTITA_OPEN_ENDPOINT.
"""

import json
import os
import pathlib
import re
import socket
import subprocess
import tempfile
import time
import unittest
import urllib.parse
import urllib.request

import boto3

EXAMPLES = pathlib.Path(__file__).resolve().parents[2] / "examples" / "monitoring"
ENDPOINT = os.environ["PARTITA_OPEN_ENDPOINT"]
PATIENCE_SECONDS = 120
# Of Prometheus itself, and words of its language that look like names.
NOT_OURS = {"up"}
NAME = re.compile(r"\b((?:partita|process)_[a-z_]+)\b")


def read_metrics():
    with urllib.request.urlopen(ENDPOINT + "/metrics") as answer:
        return answer.read().decode()


def names_in(metrics):
    """All names that can be asked for: of values, not of families."""
    return {re.match(r"[a-z_]+", line)[0] for line in metrics.splitlines()
            if line and not line.startswith("#")}


def named_in_alerts(text):
    return {name for line in text.splitlines() if line.strip().startswith("expr:")
            for name in NAME.findall(line)}


def named_in_dashboard(dashboard):
    expressions = [target["expr"] for panel in dashboard["panels"]
                   for target in panel.get("targets", [])]
    expressions += [variable["definition"] for variable in dashboard["templating"]["list"]
                    if "definition" in variable]
    return {name for expression in expressions for name in NAME.findall(expression)}


def missing(named, metrics):
    return named - names_in(metrics) - NOT_OURS


def promtool(*arguments, text=None):
    return subprocess.run(["promtool", *arguments], input=text, capture_output=True, text=True,
                          check=False)


def use_server():
    """Requests of all kinds that metrics tell of, one error among them."""
    client = boto3.client("dynamodb", endpoint_url=ENDPOINT, region_name="us-east-1",
                          aws_access_key_id="anyone", aws_secret_access_key="anything")
    client.create_table(TableName="Watched", BillingMode="PAY_PER_REQUEST",
                        AttributeDefinitions=[{"AttributeName": "pk", "AttributeType": "S"}],
                        KeySchema=[{"AttributeName": "pk", "KeyType": "HASH"}])
    client.get_waiter("table_exists").wait(TableName="Watched", WaiterConfig={"Delay": 1})
    for number in range(10):
        client.put_item(TableName="Watched", Item={"pk": {"S": str(number)}})
        client.get_item(TableName="Watched", Key={"pk": {"S": str(number)}})
    try:
        client.get_item(TableName="Nothing", Key={"pk": {"S": "1"}})
    except client.exceptions.ResourceNotFoundException:
        pass


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


class Prometheus:
    """Debian's, with our configuration, on a port and in a folder of its own."""

    def __init__(self, folder):
        text = (EXAMPLES / "prometheus.yml").read_text()
        text = text.replace("127.0.0.1:8000", ENDPOINT.removeprefix("http://"))
        text = text.replace("15s", "1s").replace("alerts.yml", str(EXAMPLES / "alerts.yml"))
        config = pathlib.Path(folder) / "prometheus.yml"
        config.write_text(text)
        self.address = f"127.0.0.1:{free_port()}"
        self.log = open(pathlib.Path(folder) / "log", "w+", encoding="utf-8")
        self.process = subprocess.Popen(
            ["prometheus", f"--config.file={config}", f"--storage.tsdb.path={folder}/data",
             f"--web.listen-address={self.address}"], stdout=self.log, stderr=self.log)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()
        self.log.close()

    def said(self):
        self.log.seek(0)
        return self.log.read()

    def ask(self, path):
        with urllib.request.urlopen(f"http://{self.address}/api/v1/{path}") as answer:
            return json.load(answer)["data"]

    def value(self, expression):
        """Of the first series, or None as long as there is none."""
        try:
            result = self.ask("query?query=" + urllib.parse.quote(expression))["result"]
        except OSError:
            return None
        return float(result[0]["value"][1]) if result else None

    def wait_for(self, expression, wanted):
        """Asks until that is its value: Prometheus reads the server every second."""
        deadline = time.monotonic() + PATIENCE_SECONDS
        value = self.value(expression)
        while value != wanted and time.monotonic() < deadline and self.process.poll() is None:
            value = self.value(expression)
        return value


class Monitoring(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        use_server()
        cls.metrics = read_metrics()

    def test_promtool_finds_nothing_wrong_with_the_metrics(self):
        checked = promtool("check", "metrics", text=self.metrics)
        self.assertEqual((checked.returncode, checked.stdout, checked.stderr), (0, "", ""))

    def test_promtool_finds_what_is_wrong(self):
        checked = promtool("check", "metrics", text=self.metrics + "partita_bad_total 1\n")
        self.assertNotEqual(checked.returncode, 0)

    def test_promtool_takes_rules_and_configuration(self):
        for kind, file in (("rules", "alerts.yml"), ("config", "prometheus.yml")):
            checked = promtool("check", kind, str(EXAMPLES / file))
            self.assertEqual(checked.returncode, 0, checked.stdout + checked.stderr)

    def test_every_metric_that_alerts_and_dashboard_name_is_there(self):
        alerts = named_in_alerts((EXAMPLES / "alerts.yml").read_text())
        dashboard = named_in_dashboard(json.loads((EXAMPLES / "dashboard.json").read_text()))
        self.assertGreater(len(alerts), 10)
        self.assertGreater(len(dashboard), 30)
        self.assertEqual(missing(alerts | dashboard, self.metrics), set())

    def test_a_metric_that_is_not_there_is_noticed(self):
        alerts = named_in_alerts("        expr: partita_madeup_total > 1\n")
        dashboard = named_in_dashboard({"panels": [{"targets": [{"expr": "partita_up_made"}]}],
                                        "templating": {"list": []}})
        self.assertEqual(missing(alerts | dashboard, self.metrics),
                         {"partita_madeup_total", "partita_up_made"})

    def test_prometheus_reads_the_server_and_evaluates_the_alerts(self):
        with tempfile.TemporaryDirectory(prefix="partita-prometheus-") as folder:
            with Prometheus(folder) as prometheus:
                self.assertEqual(prometheus.wait_for('up{job="partita"}', 1), 1,
                                 prometheus.said())
                self.assertEqual(
                    prometheus.value('partita_requests_total{operation="PutItem"}'), 10)
                self.assertEqual(
                    prometheus.value('partita_consumed_read_units_total{table="Watched"}'), 5)
                rules = prometheus.ask("rules")["groups"][0]["rules"]
                self.assertGreater(len(rules), 10)
                self.assertNotIn("firing", {rule["state"] for rule in rules})


if __name__ == "__main__":
    unittest.main()

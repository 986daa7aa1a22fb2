"""A server for all tests of a run: in memory, on any free port, gone with the run."""

import re
import subprocess

import boto3
import pytest


@pytest.fixture(scope="session")
def endpoint():
    with subprocess.Popen(["partita", "serve", "--memory", "--port", "0", "--stop-with-parent"],
                          stdout=subprocess.PIPE, text=True) as server:
        line = server.stdout.readline()
        found = re.search(r"listens on (\S+),", line)
        assert found, f"partita did not start: {line}"
        yield found[1]
        server.terminate()


@pytest.fixture
def dynamodb(endpoint):
    return boto3.resource("dynamodb", endpoint_url=endpoint, region_name="us-east-1",
                          aws_access_key_id="test", aws_secret_access_key="test")

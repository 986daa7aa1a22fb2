"""The index of executions through boto3: puts that merge, derived names, events that come late."""

import unittest

from botocore.exceptions import ClientError

from boto3.dynamodb.conditions import Key
from models import LifecycleTestCase, ModelTestCase, change, execution, executions, get, new_uuid

STOPPED = {"stopDate": "2025-09-29T12:35:00.000Z"}


def key_of(item):
    return {"executionArn": item["executionArn"]}


def put(item, **others):
    executions.put_item(Item={**item, **others})
    return get(executions, key_of(item))


class Filling(ModelTestCase):
    model = "execution_index"

    def test_names_come_from_the_arn(self):
        item = execution()
        stored = put(item)
        self.assertEqual(stored["executionName"], item["executionArn"].rsplit(":", 1)[1])
        self.assertEqual(stored["agentName"], "my-agent")
        self.assertEqual(stored["redriveCount"], 0)
        self.assertRegex(stored["indexedAt"], r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$")

    def test_an_agent_without_a_stage_can_name_itself(self):
        self.assertEqual(put(execution(agent="lonely"), agentName="lonely")["agentName"], "lonely")

    def test_a_put_keeps_what_it_does_not_name(self):
        item = execution(stateMachineArn="arn:aws:states:us-east-1:123456789012:stateMachine:x")
        put(item, note="kept")
        event = {"executionArn": item["executionArn"], "status": "SUCCEEDED",
                 "startDate": item["startDate"], **STOPPED}
        stored = put(event)
        self.assertEqual(stored["stateMachineArn"], item["stateMachineArn"])
        self.assertEqual(stored["note"], "kept")
        self.assertEqual(stored["durationSeconds"], 10)

    def test_times_are_stored_to_the_millisecond_in_utc(self):
        stored = put(execution(startDate="2025-09-29T14:34:50+02:00"))
        self.assertEqual(stored["startDate"], "2025-09-29T12:34:50.000Z")

    def test_an_execution_is_found_by_agent_status_and_day(self):
        agent = f"agent-{new_uuid()[:8]}"
        item = execution(agent=f"{agent}-prod", startDate="2025-03-31T23:59:59.999Z")
        put(item)
        put(execution(agent=f"{agent}-prod", startDate="2025-04-01T00:00:00.000Z"))
        march = Key("startDate").between("2025-03-01", "2025-03-31~")
        for index, partition in (
                ("AgentDateIndex", Key("agentName").eq(agent)),
                ("AgentStatusDateIndex", Key("agentName").eq(agent) & Key("status").eq("RUNNING"))):
            found = executions.query(IndexName=index, KeyConditionExpression=partition & march)
            self.assertEqual([one["executionArn"] for one in found["Items"]],
                             [item["executionArn"]], index)


class Refusals(ModelTestCase):
    model = "execution_index"

    def test_values_that_the_model_does_not_allow(self):
        for attributes, words in (
                ({"executionArn": "abc123"}, 'executionArn: "abc123" is not of format arn'),
                ({"status": "DONE"}, 'status: "DONE" is not one of RUNNING, SUCCEEDED, FAILED, '
                 "TIMED_OUT, ABORTED, PENDING_REDRIVE"),
                ({"redriveCount": -1}, "redriveCount: -1 is below min 0"),
                ({"stopDate": STOPPED["stopDate"]}, "stopDate: is only allowed when status is one "
                 "of SUCCEEDED, FAILED, TIMED_OUT, ABORTED, PENDING_REDRIVE")):
            with self.subTest(attributes=attributes):
                item = execution(**attributes)
                with self.refused("M101", f"Execution.{words}"):
                    executions.put_item(Item=item)
                self.assertIsNone(get(executions, key_of(item)))

    def test_a_start_that_is_no_time(self):
        with self.refused("M102", 'Execution.startDate: "yesterday" is not a timestamp of encoding '
                          "rfc3339ms (or RFC 3339); expected e.g. 2025-10-21T14:30:00.000Z"):
            put(execution(startDate="yesterday"))

    def test_a_name_or_duration_that_contradicts_the_event(self):
        item = execution(status="SUCCEEDED", **STOPPED)
        name = item["executionArn"].rsplit(":", 1)[1]
        with self.refused("M104", 'Execution.executionName: "other" differs from '
                          f"part(executionArn, ':', -1) = \"{name}\"; omit it to have it set"):
            put(item, executionName="other")
        with self.refused("M104", "Execution.durationSeconds: 11 differs from "
                          "s(stopDate - startDate) = 10; omit it to have it set"):
            put(item, durationSeconds=11)
        self.assertEqual(put(item, durationSeconds=10)["durationSeconds"], 10)

    def test_what_may_not_change(self):
        item = execution()
        put(item)
        with self.refused("M103", 'Execution.startDate: is immutable; it is '
                          '"2025-09-29T12:34:50.000Z", the request has "2025-09-30T00:00:00.000Z"'):
            put(item, startDate="2025-09-30T00:00:00.000Z")


class Lifecycle(LifecycleTestCase):
    model = "execution_index"
    states = ("RUNNING", "SUCCEEDED", "FAILED", "TIMED_OUT", "ABORTED", "PENDING_REDRIVE")
    edges = {"RUNNING": ["SUCCEEDED", "FAILED", "TIMED_OUT", "ABORTED"],
             "FAILED": ["PENDING_REDRIVE", "RUNNING"], "TIMED_OUT": ["PENDING_REDRIVE", "RUNNING"],
             "ABORTED": ["PENDING_REDRIVE", "RUNNING"], "PENDING_REDRIVE": ["RUNNING"]}
    final = ("SUCCEEDED",)

    def item_in(self, state):
        first = "FAILED" if state == "PENDING_REDRIVE" else state
        key = key_of(put(execution(status=first)))
        if state != first:
            self.move(key, state)
        return key

    def move(self, key, state):
        """As an event does it: a redrive has counted one more."""
        count = get(executions, key)["redriveCount"] + (state == "RUNNING")
        return change(executions, key, "SET #status = :s, #redriveCount = :n",
                      {":s": state, ":n": count})

    def name_of(self, key):
        return f"Execution {key['executionArn']}"

    def check_pair(self, before, after):
        """What would lead back is a late event: it is answered, and changes nothing."""
        key = self.item_in(before)
        stored = get(executions, key)
        moved = self.move(key, after)
        if after in self.edges.get(before, []):
            self.assertEqual(moved["status"], after)
        else:
            self.assertEqual(moved, stored)
            self.assertEqual(get(executions, key), stored)

    def test_every_pair_of_states(self):
        self.check_every_pair()

    def test_a_running_event_that_comes_late_changes_nothing_and_is_no_error(self):
        item = execution()
        ended = put(item, status="SUCCEEDED", **STOPPED)
        put(item)
        self.assertEqual(get(executions, key_of(item)), ended)

    def test_a_late_event_with_another_fault_is_refused(self):
        item = execution()
        put(item, status="SUCCEEDED", **STOPPED)
        with self.assertRaisesRegex(ClientError, r"-1 is below min 0 \[M101\].*is final \[M201\]"):
            put(item, redriveCount=-1)

    def test_an_event_may_come_twice(self):
        item = execution(status="FAILED", **STOPPED)
        self.assertEqual(put(item)["status"], put(item)["status"])

    def test_a_redrive_needs_a_higher_count_and_clears_the_end(self):
        item = execution(status="FAILED", **STOPPED)
        put(item)
        again = {"executionArn": item["executionArn"], "status": "RUNNING",
                 "startDate": item["startDate"]}
        self.assertEqual(put(again)["status"], "FAILED")
        stored = put(again, redriveCount=1)
        self.assertEqual(stored["status"], "RUNNING")
        self.assertNotIn("stopDate", stored)
        self.assertNotIn("durationSeconds", stored)


if __name__ == "__main__":
    unittest.main()

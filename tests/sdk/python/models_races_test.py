"""Many clients at once: of every transition, address and version there is exactly one winner."""

import functools
import threading
import unittest

import boto3
from boto3.dynamodb.conditions import Key
from models import (ENDPOINT, ModelTestCase, encyclopedia, execution, executions, get, job, jobs,
                    message, messages, new_uuid, run, workflow)

WRITERS = 8
ROUNDS = 5


@functools.cache
def sessions():
    """A client for each writer: none shares a connection with another."""
    return [boto3.session.Session().resource("dynamodb", endpoint_url=ENDPOINT)
            for _ in range(WRITERS)]


def race(table_name, writes):
    """Lets each of the writes, which take a table, be done by a writer of its own at one moment.

    Returns what each got: None, or the words with which it was refused.
    """
    start = threading.Barrier(len(writes))
    outcomes = [None] * len(writes)

    def compete(number):
        table = sessions()[number].Table(table_name)
        start.wait()
        try:
            writes[number](table)
        except table.meta.client.exceptions.ConditionalCheckFailedException as error:
            outcomes[number] = error.response["Error"]["Message"]

    sessions()
    threads = [threading.Thread(target=compete, args=(number,)) for number in range(len(writes))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return outcomes


def set_status(key, table, **values):
    table.update_item(
        Key=key, UpdateExpression="SET " + ", ".join(f"#{name} = :{name}" for name in values),
        ExpressionAttributeNames={f"#{name}": name for name in values},
        ExpressionAttributeValues={f":{name}": value for name, value in values.items()})


def setting(key, **values):
    """A write that sets these attributes of the item."""
    return functools.partial(set_status, key, **values)


class Races(ModelTestCase):
    def check_one_winner(self, outcomes, words):
        """Exactly one got through, the others were told these words. Returns its number."""
        self.assertEqual(outcomes.count(None), 1, outcomes)
        for outcome in outcomes:
            if outcome is not None:
                self.assertIn(words, outcome)
        return outcomes.index(None)

    def check_one_transition(self, table, key, writes):
        """No write has a condition: the lifecycle alone lets one of these states be entered."""
        outcomes = race(table.name, [setting(key, **write) for write in writes])
        winner = self.check_one_winner(outcomes, " is not allowed; ")
        stored = get(table, key)
        self.assertEqual({name: stored[name] for name in writes[winner]}, writes[winner])

    def test_a_message_is_either_completed_or_failed(self):
        for _ in range(ROUNDS):
            item = message()
            key = {"message_id": item["message_id"]}
            messages.put_item(Item=item)
            set_status(key, messages, status="processing")
            self.check_one_transition(messages, key, [
                {"status": "completed"}, {"status": "failed", "error_message": "too late"}])

    def test_a_job_is_either_completed_or_failed(self):
        for _ in range(ROUNDS):
            item = job()
            key = {"jobId": item["jobId"]}
            jobs.put_item(Item=item)
            for state in ("PROCESSING", "EDITING"):
                set_status(key, jobs, status=state)
            error = {"code": "PROVIDER_TIMEOUT", "message": "too late", "retryCount": 0}
            self.check_one_transition(jobs, key, [
                {"status": "COMPLETED"}, {"status": "FAILED", "error": error}])

    def test_an_execution_has_one_end(self):
        for _ in range(ROUNDS):
            item = execution()
            key = {"executionArn": item["executionArn"]}
            executions.put_item(Item=item)
            ends = ("SUCCEEDED", "FAILED", "TIMED_OUT", "ABORTED")
            writes = [setting(key, status=end) for end in ends]
            # Those that come late are answered, too, and change nothing.
            self.assertEqual(race(executions.name, writes), [None] * len(ends))
            stored = get(executions, key)
            self.assertIn(stored["status"], ends)
            self.assertEqual(race(executions.name, writes), [None] * len(ends))
            self.assertEqual(get(executions, key)["status"], stored["status"])

    def test_a_run_either_waits_or_is_completed(self):
        for _ in range(ROUNDS):
            item = run()
            key = {"pk": item["executionId"], "sk": "metadata"}
            workflow.put_item(Item=item)
            self.check_one_transition(workflow, key, [{"status": "waiting"},
                                                      {"status": "completed"}])

    def test_one_of_many_puts_creates_a_job_and_one_worker_takes_it(self):
        item = job()
        key = {"jobId": item["jobId"]}

        def create(number, table):
            table.put_item(Item={**item, "originalFileName": str(number)},
                           ConditionExpression="attribute_not_exists(jobId)")

        def take(number, table):
            table.update_item(
                Key=key, UpdateExpression="SET #s = :p, worker = :w", ConditionExpression="#s = :q",
                ExpressionAttributeNames={"#s": "status"},
                ExpressionAttributeValues={":p": "PROCESSING", ":q": "QUEUED", ":w": number})

        outcomes = race(jobs.name, [functools.partial(create, n) for n in range(WRITERS)])
        winner = self.check_one_winner(outcomes, "attribute_not_exists(jobId) is false")
        self.assertEqual(get(jobs, key)["originalFileName"], str(winner))
        outcomes = race(jobs.name, [functools.partial(take, n) for n in range(WRITERS)])
        winner = self.check_one_winner(outcomes, '(status is "PROCESSING", :q is "QUEUED")')
        self.assertEqual(get(jobs, key)["worker"], winner)

    def test_an_address_is_given_to_one_of_many_users(self):
        address = f"{new_uuid()}@example.com"

        def register(spelling, table):
            table.put_item(Item={"PK": f"USER#{new_uuid()}", "SK": "#METADATA",
                                 "username": new_uuid(), "email": spelling})

        spellings = [address, address.upper(), address.title(), address] * (WRITERS // 4)
        outcomes = race(encyclopedia.name, [functools.partial(register, s) for s in spellings])
        self.check_one_winner(outcomes, "User.email is already in use (case-insensitive)")
        found = encyclopedia.query(IndexName="GSI1",
                                   KeyConditionExpression=Key("GSI1PK").eq(f"EMAIL#{address}"))
        self.assertEqual(found["Count"], 1)

    def edits(self, pk, **others):
        """Each writer's own edit of a composition."""
        def edit(number, table):
            table.put_item(Item={"PK": pk, "SK": "VERSION#LATEST", "title": str(number), **others})
        return [functools.partial(edit, number) for number in range(WRITERS)]

    def test_one_of_many_edits_of_a_version_wins(self):
        pk = f"COMPOSITION#{new_uuid()}"
        for title in ("First", "Second"):
            encyclopedia.put_item(Item={"PK": pk, "SK": "VERSION#LATEST", "title": title})
        outcomes = race(encyclopedia.name, self.edits(pk, version=2))
        winner = self.check_one_winner(outcomes, "expected version 2, latest is 3")
        latest = get(encyclopedia, {"PK": pk, "SK": "VERSION#LATEST"})
        self.assertEqual((latest["version"], latest["title"]), (3, str(winner)))

    def test_edits_that_expect_nothing_all_become_versions(self):
        pk = f"COMPOSITION#{new_uuid()}"
        self.assertEqual(race(encyclopedia.name, self.edits(pk)), [None] * WRITERS)
        rows = encyclopedia.query(KeyConditionExpression=Key("PK").eq(pk)
                                  & Key("SK").begins_with("VERSION#v"))["Items"]
        self.assertEqual([row["version"] for row in rows], list(range(1, WRITERS + 1)))
        self.assertEqual({row["title"] for row in rows}, {str(n) for n in range(WRITERS)})

    def test_repeated_deliveries_are_all_counted(self):
        item = message()
        key = {"message_id": item["message_id"]}
        messages.put_item(Item=item)
        set_status(key, messages, status="processing")
        race(messages.name, [setting(key, status="processing")] * WRITERS)
        self.assertEqual(get(messages, key)["retry_count"], WRITERS)


if __name__ == "__main__":
    unittest.main()

"""Models in transactions and batches through boto3: reasons in their places, all or nothing."""

import unittest

from models import (ModelTestCase, album, client, encyclopedia, get, job, jobs, last_body, message,
                    messages, new_ulid, new_uuid, run, typed, workflow)


def put(table, item, **others):
    return {"Put": {"TableName": table.name, "Item": typed(item), **others}}


def set_status(table, key, status, **others):
    return {"Update": {"TableName": table.name, "Key": typed(key),
                       "UpdateExpression": "SET #s = :s",
                       "ExpressionAttributeNames": {"#s": "status"},
                       "ExpressionAttributeValues": typed({":s": status}), **others}}


def job_key(item):
    return {"jobId": item["jobId"]}


def message_key(item):
    return {"message_id": item["message_id"]}


class Transactions(ModelTestCase):
    def cancelled(self, *members):
        """The reasons for which the transaction of these members was cancelled."""
        with self.assertRaises(client.exceptions.TransactionCanceledException) as caught:
            client.transact_write_items(TransactItems=list(members))
        return caught.exception.response["CancellationReasons"]

    def test_members_of_several_models_are_filled_and_written_together(self):
        a_message, a_job, a_run = message(), job(), run()
        client.transact_write_items(TransactItems=[
            put(messages, a_message), put(jobs, a_job), put(workflow, a_run),
            put(workflow, album(a_run))])
        self.assertEqual(get(messages, message_key(a_message))["status"], "created")
        self.assertEqual(get(jobs, job_key(a_job))["status"], "QUEUED")
        key = {"pk": a_run["executionId"], "sk": "album-1"}
        self.assertEqual(get(workflow, key)["sortValue"], 1)

    def test_each_refusal_has_its_reason_in_its_place_and_nothing_is_written(self):
        good, bad, done = message(), message(created_by="nobody"), message(status="completed")
        reasons = self.cancelled(put(messages, good), put(messages, bad), put(messages, done))
        self.assertEqual([reason["Code"] for reason in reasons],
                         ["None", "ValidationError", "ConditionalCheckFailed"])
        self.assertEqual(reasons[1]["Message"],
                         "One or more parameter values were invalid: model rez_agent, "
                         'Message.created_by: "nobody" does not match pattern '
                         "^(scheduler|user:.+@.+)$ [M101]")
        self.assertEqual(reasons[2]["Message"],
                         f"The conditional request failed: model rez_agent, Message "
                         f"{done['message_id']}: status completed is not allowed for a new item; "
                         "initial: created [M201]")
        for item in (good, bad, done):
            self.assertIsNone(get(messages, message_key(item)))

    def test_an_illegal_step_shows_the_stored_item_if_asked(self):
        item = job()
        jobs.put_item(Item=item)
        all_old = {"ReturnValuesOnConditionCheckFailure": "ALL_OLD"}
        reasons = self.cancelled(set_status(jobs, job_key(item), "COMPLETED", **all_old),
                                 put(messages, message()))
        self.assertEqual([reason["Code"] for reason in reasons], ["ConditionalCheckFailed", "None"])
        self.assertEqual(reasons[0]["Message"],
                         f"The conditional request failed: model photoeditor, Job {item['jobId']}: "
                         "status QUEUED -> COMPLETED is not allowed; from QUEUED: PROCESSING, "
                         "FAILED [M201]")
        self.assertEqual(reasons[0]["Item"], typed(get(jobs, job_key(item))))

    def test_references_may_be_met_within_the_transaction(self):
        of = run()
        client.transact_write_items(TransactItems=[put(workflow, album(of)), put(workflow, of)])
        of = run()
        reasons = self.cancelled(put(workflow, album(of)), put(messages, message()))
        self.assertIn("[M205]", reasons[0]["Message"])

    def test_a_unique_value_cannot_be_taken_twice_in_one_transaction(self):
        address = f"{new_uuid()}@example.com"
        members = [put(encyclopedia, {"PK": f"USER#{new_uuid()}", "SK": "#METADATA",
                                      "email": spelling, "username": new_uuid()})
                   for spelling in (address, address.upper())]
        reasons = self.cancelled(*members)
        self.assertEqual({reason["Code"] for reason in reasons}, {"None", "ConditionalCheckFailed"})
        client.transact_write_items(TransactItems=members[:1])

    def test_a_token_is_good_for_one_write_of_a_message_that_the_server_fills(self):
        item = message()
        for _ in range(2):
            client.transact_write_items(ClientRequestToken=item["message_id"],
                                        TransactItems=[put(messages, item)])
        self.assertEqual(get(messages, message_key(item))["status"], "created")


class Batches(ModelTestCase):
    model = "rez_agent"

    def test_members_are_filled(self):
        items = [message() for _ in range(25)]
        with messages.batch_writer() as batch:
            for item in items:
                batch.put_item(Item=item)
        for item in items:
            self.assertEqual(get(messages, message_key(item))["retry_count"], 0)

    def test_the_member_that_is_refused_is_named_and_nothing_is_written(self):
        items = [message(), message(), message(created_by="nobody"), message()]
        with self.assertRaises(client.exceptions.ClientError) as caught:
            client.batch_write_item(RequestItems={messages.name: [
                {"PutRequest": {"Item": typed(item)}} for item in items]})
        error = caught.exception.response["Error"]
        self.assertEqual(error["Code"], "ValidationException")
        self.assertEqual(error["Message"],
                         "One or more parameter values were invalid: model rez_agent, "
                         'Message.created_by: "nobody" does not match pattern '
                         "^(scheduler|user:.+@.+)$ [M101]: RequestItems.rez-agent-messages-dev"
                         ".member.3")
        self.assertEqual(last_body()["ModelError"]["attribute"], "created_by")
        for item in items:
            self.assertIsNone(get(messages, message_key(item)))

    def test_a_batch_cannot_skip_a_step(self):
        item = job()
        jobs.put_item(Item=item)
        before = get(jobs, job_key(item))
        other = job()
        with self.assertRaises(client.exceptions.ClientError) as caught:
            client.batch_write_item(RequestItems={jobs.name: [
                {"PutRequest": {"Item": typed(other)}},
                {"PutRequest": {"Item": typed({**item, "status": "COMPLETED"})}}]})
        self.assertIn("status QUEUED -> COMPLETED is not allowed", str(caught.exception))
        self.assertEqual(get(jobs, job_key(item)), before)
        self.assertIsNone(get(jobs, job_key(other)))

    def test_deletes_free_what_was_unique(self):
        address, key = f"{new_ulid()}@example.com", {"PK": f"USER#{new_uuid()}", "SK": "#METADATA"}
        encyclopedia.put_item(Item={**key, "email": address, "username": new_uuid()})
        client.batch_write_item(RequestItems={encyclopedia.name: [
            {"DeleteRequest": {"Key": typed(key)}}]})
        encyclopedia.put_item(Item={"PK": f"USER#{new_uuid()}", "SK": "#METADATA",
                                    "email": address, "username": new_uuid()})


if __name__ == "__main__":
    unittest.main()

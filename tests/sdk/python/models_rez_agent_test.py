"""rez_agent's messages through boto3: what the server fills in, refuses and lets through."""

import datetime
import unittest
from decimal import Decimal

from boto3.dynamodb.conditions import Attr, Key
from models import (LifecycleTestCase, ModelTestCase, change, client, get, message, messages,
                    new_uuid)


def key_of(item):
    return {"message_id": item["message_id"]}


def sent(**others):
    """The key of a message that was put."""
    item = message(**others)
    messages.put_item(Item=item)
    return key_of(item)


def set_status(key, status, **others):
    """What the processor does, with what it has to say about a failure."""
    words = {"error_message": "ntfy.sh answered 503"} if status == "failed" else {}
    words |= {"status": status, **others}
    expression = "SET " + ", ".join(f"#{name} = :{name}" for name in words)
    return change(messages, key, expression, {f":{name}": value for name, value in words.items()})


def clock(seconds_ahead=0):
    """What a worker's clock says, in the form that the document has."""
    time = datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(seconds=seconds_ahead)
    return time.strftime("%Y-%m-%dT%H:%M:%S.") + f"{time.microsecond // 1000:03}Z"


def instant(text):
    return datetime.datetime.fromisoformat(text.replace("Z", "+00:00"))


class Filling(ModelTestCase):
    model = "rez_agent"

    def test_the_server_adds_what_a_message_needs(self):
        stored = get(messages, sent())
        self.assertEqual(stored["stage"], "dev")
        self.assertEqual(stored["status"], "created")
        self.assertEqual(stored["retry_count"], 0)
        self.assertEqual(stored["schema_version"], "1.0")
        self.assertEqual(stored["payload"], {"text": "hello world", "priority": "default"})
        self.assertRegex(stored["created_date"], r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$")
        self.assertEqual(stored["updated_date"], stored["created_date"])
        ninety_days_on = instant(stored["created_date"]) + datetime.timedelta(days=90)
        self.assertEqual(stored["ttl"], int(ninety_days_on.timestamp()))

    def test_a_message_without_an_id_gets_one(self):
        item = message()
        del item["message_id"]
        messages.put_item(Item=item)
        found = messages.scan(
            FilterExpression=Attr("correlation_id").eq(item["correlation_id"]))["Items"]
        self.assertEqual(len(found), 1)
        self.assertRegex(found[0]["message_id"],
                         r"^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$")

    def test_any_rfc_3339_time_is_stored_in_one_form(self):
        for given in ("2025-10-21T14:30:00Z", "2025-10-21T16:30:00+02:00",
                      "2025-10-21T14:30:00.000000Z"):
            with self.subTest(given=given):
                stored = get(messages, sent(created_date=given))
                self.assertEqual(stored["created_date"], "2025-10-21T14:30:00.000Z")
                self.assertEqual(stored["ttl"], 1768833000)

    def test_what_is_not_modelled_is_kept(self):
        self.assertEqual(get(messages, sent(trace="1-2-3"))["trace"], "1-2-3")

    def test_a_message_is_found_through_every_index_that_its_keys_were_filled_for(self):
        item = message(created_date="2019-01-02T03:04:05.678Z")
        messages.put_item(Item=item)
        day = Key("created_date").between("2019-01-02", "2019-01-02~")
        for index, partition in (
                ("stage-created_date-index", Key("stage").eq("dev")),
                ("status-created_date-index", Key("status").eq("created")),
                ("stage-status-created_date-index",
                 Key("stage").eq("dev") & Key("status").eq("created"))):
            with self.subTest(index=index):
                found = messages.query(IndexName=index, KeyConditionExpression=partition & day)
                self.assertEqual([one["message_id"] for one in found["Items"]],
                                 [item["message_id"]])


class Refusals(ModelTestCase):
    model = "rez_agent"

    def test_values_that_the_model_does_not_allow(self):
        for attributes, words in (
                ({"created_by": "nobody"},
                 'created_by: "nobody" does not match pattern ^(scheduler|user:.+@.+)$'),
                ({"created_by": 1}, "created_by: 1 (type N) is not of type string (type S)"),
                ({"stage": "test"}, 'stage: "test" is not one of dev, stage, prod'),
                ({"correlation_id": "abc"}, 'correlation_id: "abc" is not of format uuid'),
                ({"retry_count": -1}, "retry_count: -1 is below min 0"),
                ({"retry_count": Decimal("1.5")}, "retry_count: 1.5 is not a whole number"),
                ({"error_message": "x" * 2001},
                 f'error_message: "{"x" * 200}..." has 2001 characters, above max 2000'),
                ({"error_message": None},
                 "error_message: NULL is not allowed; leave the attribute out")):
            item = message(**attributes)
            with self.subTest(attributes=attributes):
                with self.refused("M101", f"Message.{words}", attribute=next(iter(attributes))):
                    messages.put_item(Item=item)
                self.assertIsNone(get(messages, key_of(item)))

    def test_payloads_that_the_model_does_not_allow(self):
        for payload, words in (
                ({"text": "x", "priority": "loud"},
                 '.priority: "loud" is not one of min, low, default, high, urgent'),
                ({"text": ""}, '.text: "" has 0 characters, below min 1'),
                ({"priority": "low"}, ".text: a value is required"),
                ({"text": "x", "title": "y"},
                 ".title: is no field here; the fields are text, priority, tags"),
                ("hello", ': "hello" (type S) is not of type union (type M)')):
            with self.subTest(payload=payload), self.refused("M101", f"Message.payload{words}"):
                messages.put_item(Item=message(payload=payload))

    def test_a_path_into_the_payload_is_named(self):
        with self.refused("M101", 'Message.payload.tags[1]: 1 (type N) is not of type string '
                          '(type S)', attribute="payload.tags[1]", rule="type", entity="Message"):
            messages.put_item(Item=message(payload={"text": "x", "tags": ["a", 1]}))

    def test_the_payload_depends_on_the_type_of_message(self):
        manual = {"text": "x", "title": "y", "click_url": "https://example.com"}
        sent(message_type="manual_notification", created_by="user:ada@example.com", payload=manual)
        sent(message_type="reminder", payload={"anything": ["goes"]})
        with self.refused("M101", 'Message.payload.click_url: "no uri" is not of format uri',
                          rule="format"):
            sent(message_type="manual_notification", payload={**manual, "click_url": "no uri"})

    def test_required_attributes(self):
        for name in ("created_by", "message_type", "payload"):
            item = message()
            del item[name]
            with self.subTest(name=name), self.refused(
                    "M101", f"Message.{name}: a value is required", attribute=name,
                    rule="required"):
                messages.put_item(Item=item)

    def test_a_time_that_is_none(self):
        with self.refused("M102", 'Message.created_date: "2025-10-21 14:30" is not a timestamp of '
                          "encoding rfc3339ms (or RFC 3339); expected e.g. "
                          "2025-10-21T14:30:00.000Z", attribute="created_date"):
            sent(created_date="2025-10-21 14:30")

    def test_a_time_to_live_that_is_not_ninety_days(self):
        created = "2025-10-21T14:30:00.000Z"
        self.assertEqual(get(messages, sent(created_date=created, ttl=1768833000 + 3600))["ttl"],
                         1768833000 + 3600)
        with self.refused("M104", "Message.ttl: 1737464400 (2025-01-21T13:00:00Z) is 363 days "
                          "before created_date + 90d = 1768833000 (2026-01-19T14:30:00Z), "
                          "tolerance 1d; omit it to have it set", rule="expire",
                          allowed=["1768833000"]):
            sent(created_date=created, ttl=1737464400)
        with self.refused("M101", "Message.ttl: 1768833000000 looks like milliseconds; epoch_s "
                          "expected, did you mean 1768833000?"):
            sent(created_date=created, ttl=1768833000000)

    def test_what_may_not_change(self):
        key = sent()
        created = get(messages, key)["created_date"]
        for name, value in (("message_type", "reminder"), ("stage", "prod"),
                            ("created_date", "2025-10-21T14:30:00.000Z")):
            old = {"message_type": "scheduled_hello", "stage": "dev", "created_date": created}[name]
            with self.subTest(name=name), self.refused(
                    "M103", f'Message.{name}: is immutable; it is "{old}", the request has '
                    f'"{value}"', attribute=name, rule="immutable"):
                change(messages, key, f"SET #{name} = :v", {":v": value})

    def test_an_update_makes_no_half_message(self):
        key = {"message_id": new_uuid()}
        with self.refused("M107", f"Message {key['message_id']}: the update would create an item "
                          "without created_by, message_type, payload; create it "
                          "first or add attribute_exists(message_id)"):
            set_status(key, "created")
        self.assertIsNone(get(messages, key))

    def test_a_failed_condition_tells_what_is_stored(self):
        key = sent()
        with self.assertRaises(client.exceptions.ConditionalCheckFailedException) as caught:
            change(messages, key, "SET #status = :new",
                   {":new": "processing", ":old": "queued"}, ConditionExpression="#status = :old")
        self.assertEqual(caught.exception.response["Error"]["Message"],
                         'The conditional request failed: #status = :old is false (status is '
                         '"created", :old is "queued")')
        key = {"message_id": new_uuid()}
        with self.assertRaises(client.exceptions.ConditionalCheckFailedException) as caught:
            change(messages, key, "SET #status = :new",
                   {":new": "processing", ":old": "queued"}, ConditionExpression="#status = :old")
        self.assertEqual(caught.exception.response["Error"]["Message"],
                         "The conditional request failed: #status = :old is false (the item does "
                         "not exist)")

    def test_reserved_words_are_refused_before_the_model_is_asked(self):
        with self.assertRaises(client.exceptions.ClientError) as caught:
            messages.update_item(Key=sent(), UpdateExpression="SET status = :s",
                                 ExpressionAttributeValues={":s": "no state at all"})
        self.assertEqual(caught.exception.response["Error"]["Message"],
                         "1 validation error detected: Invalid UpdateExpression: Attribute name is "
                         "a reserved keyword; reserved keyword: status")


class Lifecycle(LifecycleTestCase):
    model = "rez_agent"
    states = ("created", "queued", "processing", "completed", "failed")
    edges = {"created": ["queued", "processing", "failed"], "queued": ["processing", "failed"],
             "processing": ["completed", "failed"]}
    final = ("completed", "failed")
    paths = {"created": [], "queued": ["queued"], "processing": ["queued", "processing"],
             "completed": ["processing", "completed"], "failed": ["failed"]}

    def item_in(self, state):
        key = sent()
        for step in self.paths[state]:
            set_status(key, step)
        return key

    def move(self, key, state):
        return set_status(key, state)

    def name_of(self, key):
        return f"Message {key['message_id']}"

    def test_every_pair_of_states(self):
        self.check_every_pair()

    def test_each_state_is_stamped_when_it_is_entered(self):
        key = sent()
        processing = set_status(key, "processing")
        self.assertEqual(processing["processing_started_at"], processing["updated_date"])
        self.assertNotIn("processing_completed_at", processing)
        completed = set_status(key, "completed", notification_id="ntfy_abc123")
        self.assertEqual(completed["processing_completed_at"], completed["updated_date"])
        self.assertEqual(completed["processing_started_at"], processing["processing_started_at"])
        self.assertGreaterEqual(completed["updated_date"], processing["updated_date"])

    def test_a_delivery_that_is_repeated_counts_and_keeps_its_stamp(self):
        key = sent()
        started = set_status(key, "processing")
        self.assertEqual(started["retry_count"], 0)
        for times in (1, 2, 3):
            again = set_status(key, "processing")
            self.assertEqual(again["retry_count"], times)
            self.assertEqual(again["processing_started_at"], started["processing_started_at"])

    def test_a_failure_needs_its_reason(self):
        key = self.item_in("processing")
        with self.refused("M202", f"Message {key['message_id']}: status failed requires "
                          "error_message", rule="require", allowed=["error_message"]):
            change(messages, key, "SET #status = :s", {":s": "failed"})
        self.assertEqual(get(messages, key)["status"], "processing")

    def test_a_new_message_begins_at_the_beginning(self):
        item = message(status="completed")
        with self.refused("M201", f"Message {item['message_id']}: status completed is not allowed "
                          "for a new item; initial: created", allowed=["created"]):
            messages.put_item(Item=item)

    def test_a_put_over_a_message_is_a_step_like_any_other(self):
        item = message()
        messages.put_item(Item=item)
        messages.put_item(Item={**item, "status": "processing"})
        messages.put_item(Item={**item, "status": "completed"})
        with self.refused("M201", f"Message {item['message_id']}: status completed -> created is "
                          "not allowed; completed is final"):
            messages.put_item(Item=item)
        self.assertEqual(get(messages, key_of(item))["status"], "completed")

    def test_a_status_cannot_be_taken_away(self):
        key = sent()
        with self.refused("M101", f"Message {key['message_id']}: status created cannot be removed"):
            change(messages, key, "REMOVE #status")

    def test_a_worker_whose_clock_is_wrong_is_not_refused_and_stops_nobody(self):
        for ahead in (-2, -3600, 3600):
            key = sent()
            before = get(messages, key)["updated_date"]
            set_status(key, "queued", updated_date=clock(ahead))
            self.assertGreaterEqual(get(messages, key)["updated_date"], before)
            set_status(key, "processing", updated_date=clock())
            self.assertLessEqual(get(messages, key)["updated_date"], clock())

    def test_a_message_moves_from_one_index_partition_to_the_other(self):
        item = message(created_date="2018-01-02T03:04:05.678Z")
        messages.put_item(Item=item)
        set_status(key_of(item), "queued")
        day = Key("created_date").between("2018-01-02", "2018-01-02~")
        for status, count in (("created", 0), ("queued", 1)):
            found = messages.query(IndexName="status-created_date-index",
                                   KeyConditionExpression=Key("status").eq(status) & day)
            self.assertEqual(found["Count"], count, status)

    def test_any_message_may_be_deleted(self):
        for state in self.states:
            key = self.item_in(state)
            messages.delete_item(Key=key)
            self.assertIsNone(get(messages, key))


if __name__ == "__main__":
    unittest.main()

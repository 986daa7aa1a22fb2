"""boto3's resources: Table, conditions, batches, decimals. Python's own values."""

import unittest
from decimal import Decimal

from boto3.dynamodb.conditions import Attr, Key
from boto3.dynamodb.types import Binary
from partita import TestCase, create_table, resource


class Values(TestCase):
    @classmethod
    def setUpClass(cls):
        cls.table = create_table("id:S")

    def round_trip(self, value):
        self.table.put_item(Item={"id": "item", "value": value})
        return self.table.get_item(Key={"id": "item"}, ConsistentRead=True)["Item"]["value"]

    def test_values_come_back_as_they_were(self):
        for value in ("", "größer 文字 🎵", True, False, None, Decimal("-12.5"), [], {},
                      [Decimal(1), "two", {"three": [Decimal(3)]}], {"a", "b"}, {Decimal(1)},
                      Binary(b"\x00\xff"), {Binary(b"a"), Binary(b"b")}):
            with self.subTest(value=value):
                self.assertEqual(self.round_trip(value), value)

    def test_decimals_keep_38_digits(self):
        for text in ("12345678901234567890123456789012345678", "1E+37", "-1E-130",
                     "0.10000000000000000000000000000000000001"):
            with self.subTest(text=text):
                self.assertEqual(self.round_trip(Decimal(text)), Decimal(text))

    def test_trailing_zeros_go(self):
        self.assertEqual(str(self.round_trip(Decimal("45.00"))), "45")


class Reads(TestCase):
    @classmethod
    def setUpClass(cls):
        cls.table = create_table("artist:S year:N", {"by-label": "label:S year:N"})
        with cls.table.batch_writer(overwrite_by_pkeys=["artist", "year"]) as batch:
            for year in range(1960, 2020):
                batch.put_item(Item={"artist": "A", "year": year, "label": "L" if year % 2 else "M",
                                     "info": {"sold": year * 10, "tags": ["x", str(year)]}})
            batch.put_item(Item={"artist": "A", "year": 1960, "label": "twice"})
            batch.delete_item(Key={"artist": "A", "year": 2019})

    def years(self, condition, **others):
        items = self.table.query(KeyConditionExpression=condition, **others)["Items"]
        return [int(item["year"]) for item in items]

    def test_the_batch_writer_wrote_in_order(self):
        self.assertEqual(self.years(Key("artist").eq("A")), list(range(1960, 2019)))
        item = self.table.get_item(Key={"artist": "A", "year": 1960})["Item"]
        self.assertEqual(item["label"], "twice")

    def test_key_conditions(self):
        artist = Key("artist").eq("A")
        self.assertEqual(self.years(artist & Key("year").eq(1999)), [1999])
        self.assertEqual(self.years(artist & Key("year").lt(1962)), [1960, 1961])
        self.assertEqual(self.years(artist & Key("year").gte(2017)), [2017, 2018])
        self.assertEqual(self.years(artist & Key("year").between(1970, 1972)), [1970, 1971, 1972])
        self.assertEqual(self.years(artist, ScanIndexForward=False, Limit=2), [2018, 2017])

    def test_an_index(self):
        condition = Key("label").eq("L") & Key("year").gt(2014)
        self.assertEqual(self.years(condition, IndexName="by-label"), [2015, 2017])

    def test_filters(self):
        nineties = Key("artist").eq("A") & Key("year").between(1990, 1999)
        for condition, years in (
                (Attr("info.sold").gt(19970), [1998, 1999]),
                (Attr("info.tags").contains("1995"), [1995]),
                (Attr("label").eq("M") & ~Attr("info.sold").lt(19960), [1996, 1998]),
                (Attr("label").is_in(["L"]) & Attr("info.sold").lte(19930), [1991, 1993]),
                (Attr("missing").exists() | Attr("info.sold").eq(19900), [1990]),
                (Attr("info").attribute_type("M") & Attr("label").begins_with("M")
                 & Attr("info.tags").size().eq(2) & Attr("info.tags[1]").eq("1994"), [1994])):
            self.assertEqual(self.years(nineties, FilterExpression=condition), years)

    def test_scan_with_a_projection(self):
        answer = self.table.scan(FilterExpression=Attr("label").eq("twice"),
                                 ProjectionExpression="#y", ExpressionAttributeNames={"#y": "year"})
        self.assertEqual(answer["Items"], [{"year": Decimal(1960)}])
        self.assertEqual(answer["ScannedCount"], 59)

    def test_a_reserved_word_is_refused(self):
        with self.refuses("ValidationException", "Invalid ProjectionExpression: Attribute name is "
                          "a reserved keyword; reserved keyword: year"):
            self.table.scan(ProjectionExpression="year")

    def test_batch_get_item(self):
        keys = [{"artist": "A", "year": year} for year in (1961, 1962, 3000)]
        answer = resource.batch_get_item(RequestItems={self.table.name: {"Keys": keys}})
        years = sorted(int(item["year"]) for item in answer["Responses"][self.table.name])
        self.assertEqual(years, [1961, 1962])
        self.assertEqual(answer["UnprocessedKeys"], {})


class Updates(TestCase):
    @classmethod
    def setUpClass(cls):
        cls.table = create_table("id:S")

    def test_an_update_returns_what_it_made(self):
        self.table.put_item(Item={"id": "u", "n": 1, "tags": {"a"}, "list": ["x"]})
        answer = self.table.update_item(
            Key={"id": "u"}, ReturnValues="ALL_NEW",
            UpdateExpression="SET n = n - :one, #l[1] = :y ADD tags :b REMOVE gone",
            ExpressionAttributeNames={"#l": "list"},
            ExpressionAttributeValues={":one": Decimal("0.5"), ":y": "y", ":b": {"b"}})
        self.assertEqual(answer["Attributes"], {
            "id": "u", "n": Decimal("0.5"), "tags": {"a", "b"}, "list": ["x", "y"]})

    def test_a_condition_of_the_resource(self):
        self.table.put_item(Item={"id": "c", "state": "open"})
        close = {"Key": {"id": "c"}, "ConditionExpression": Attr("state").eq("open"),
                 "UpdateExpression": "SET #s = :closed",
                 "ExpressionAttributeNames": {"#s": "state"},
                 "ExpressionAttributeValues": {":closed": "closed"}}
        self.table.update_item(**close)
        with self.refuses("ConditionalCheckFailedException", "The conditional request failed"):
            self.table.update_item(**close)

    def test_delete_returns_the_old_item(self):
        self.table.put_item(Item={"id": "d", "n": 7})
        answer = self.table.delete_item(Key={"id": "d"}, ReturnValues="ALL_OLD")
        self.assertEqual(answer["Attributes"], {"id": "d", "n": Decimal(7)})

    def test_a_table_knows_itself(self):
        self.assertEqual(self.table.table_status, "ACTIVE")
        self.assertEqual(self.table.key_schema, [{"AttributeName": "id", "KeyType": "HASH"}])
        self.assertIn(self.table.name, [table.name for table in resource.tables.all()])


if __name__ == "__main__":
    unittest.main()

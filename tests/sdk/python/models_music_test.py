"""The music encyclopedia through boto3: names, versions, edges of two rows, unique addresses."""

import unittest

from boto3.dynamodb.conditions import Key
from models import ModelTestCase, change, encyclopedia, get, new_uuid

METADATA = "#METADATA"


def key(pk, sk=METADATA):
    return {"PK": pk, "SK": sk}


def put(pk, sk=METADATA, **attributes):
    """Puts an item by its keys, and returns it as it was stored."""
    encyclopedia.put_item(Item={**key(pk, sk), **attributes})
    return get(encyclopedia, key(pk, sk))


def artist(**others):
    """The id of a new artist."""
    artist_id = new_uuid()
    put(f"ARTIST#{artist_id}", **{"name": "Ravi Shankar", **others})
    return artist_id


def user(**others):
    """The id of a new user."""
    user_id = new_uuid()
    put(f"USER#{user_id}", **{"email": f"{user_id}@example.com", "username": user_id, **others})
    return user_id


def found(index, name, value):
    """The primary keys of what an index has under a partition key."""
    items = encyclopedia.query(IndexName=index, KeyConditionExpression=Key(name).eq(value))["Items"]
    return [(item["PK"], item["SK"]) for item in items]


class Keys(ModelTestCase):
    model = "music"

    def test_an_id_is_read_from_the_key_and_index_keys_are_made_of_names(self):
        name = f"Pandit {new_uuid()[:8]} Sharma"
        artist_id = new_uuid()
        item = put(f"ARTIST#{artist_id}", name=name, tradition="hindustani")
        self.assertEqual(item["artistId"], artist_id)
        slug = name.lower().replace(" ", "_")
        self.assertEqual(item["GSI1PK"], f"ARTIST_NAME#{slug}")
        self.assertEqual(found("GSI1", "GSI1PK", f"ARTIST_NAME#{slug}"),
                         [(f"ARTIST#{artist_id}", METADATA)])
        self.assertIn((f"ARTIST#{artist_id}", METADATA),
                      found("GSI3", "GSI3PK", "TRADITION#hindustani"))
        self.assertRegex(item["GSI4PK"], r"^ARTIST#[0-7]$")

    def test_a_new_name_moves_the_artist_in_its_index(self):
        before, after = f"a{new_uuid()[:8]}", f"b{new_uuid()[:8]}"
        artist_id = artist(name=before)
        change(encyclopedia, key(f"ARTIST#{artist_id}"), "SET #name = :n", {":n": after})
        self.assertEqual(found("GSI1", "GSI1PK", f"ARTIST_NAME#{before}"), [])
        self.assertEqual(found("GSI1", "GSI1PK", f"ARTIST_NAME#{after}"),
                         [(f"ARTIST#{artist_id}", METADATA)])

    def test_an_artist_that_loses_its_tradition_leaves_the_index(self):
        artist_id = artist(tradition="carnatic")
        item = change(encyclopedia, key(f"ARTIST#{artist_id}"), "REMOVE #tradition")
        self.assertNotIn("GSI3PK", item)
        self.assertNotIn((f"ARTIST#{artist_id}", METADATA),
                         found("GSI3", "GSI3PK", "TRADITION#carnatic"))

    def test_an_index_key_of_the_clients_own_is_refused(self):
        with self.refused("M104", 'Artist.GSI1PK: "ARTIST_NAME#other" differs from '
                          '"ARTIST_NAME#{name|slug}" = "ARTIST_NAME#ravi_shankar"; omit it to '
                          "have it set"):
            artist(GSI1PK="ARTIST_NAME#other")

    def test_an_id_that_is_not_in_the_key(self):
        artist_id = new_uuid()
        with self.refused("M105", f'Artist key PK="ARTIST#{artist_id}" does not equal template '
                          '"ARTIST#{artistId}" = "ARTIST#other"'):
            put(f"ARTIST#{artist_id}", name="X", artistId="other")

    def test_keys_of_nothing_that_the_model_has(self):
        # A raga's id is a slug, and threads come in a later phase.
        for pk, sk in (("SONG#1", METADATA), ("ARTIST#1", "PROFILE"), ("RAGA#Yaman X", METADATA),
                       ("THREAD#1", METADATA)):
            with self.subTest(pk=pk, sk=sk), self.assertRaises(
                    encyclopedia.meta.client.exceptions.ClientError) as caught:
                put(pk, sk, title="nothing")
            # What may follow are hints: a near key, a later phase.
            message = caught.exception.response["Error"]["Message"]
            self.assertIn("One or more parameter values were invalid: model music: no entity "
                          f'has an item with the key PK="{pk}", SK="{sk}"', message)
            self.assertTrue(message.endswith("[M101]"), message)

    def test_rows_of_the_synchronisation_are_the_servers(self):
        with self.refused("M110", 'ArtistSync PK="SYNC#artist", SK="ID#456": only the server '
                          "writes this row"):
            put("SYNC#artist", "ID#456", status="synced")

    def test_a_performers_row_lists_the_performance_by_date(self):
        artist_id, performance_id = artist(), new_uuid()
        put(f"PERFORMANCE#{performance_id}", date="2023-01-01")
        put(f"PERFORMANCE#{performance_id}", f"ARTIST#{artist_id}", date="2023-01-01")
        years = Key("GSI1SK").between("PERFORMS#2022", "PERFORMS#2023-12-31~")
        items = encyclopedia.query(
            IndexName="GSI1",
            KeyConditionExpression=Key("GSI1PK").eq(f"ARTIST#{artist_id}") & years)["Items"]
        self.assertEqual([item["performanceId"] for item in items], [performance_id])

    def test_a_set_list_is_in_the_order_of_its_positions(self):
        performance_id = new_uuid()
        put(f"PERFORMANCE#{performance_id}", date="2023-01-01")
        for position in (10, 2):
            composition_id = new_uuid()
            put(f"COMPOSITION#{composition_id}", "VERSION#LATEST", title="X")
            put(f"PERFORMANCE#{performance_id}",
                f"COMPOSITION#{position:03}#{composition_id}", position=position)
        items = encyclopedia.query(
            KeyConditionExpression=Key("PK").eq(f"PERFORMANCE#{performance_id}")
            & Key("SK").begins_with("COMPOSITION#"))["Items"]
        self.assertEqual([item["position"] for item in items], [2, 10])


class Instruments(ModelTestCase):
    """A list as an index key: an entry for each of its elements."""
    model = "music"

    def setUp(self):
        self.names = [f"{name}-{new_uuid()[:8]}" for name in ("Sitar", "Tabla", "Veena")]

    def players(self, name):
        return found("GSI2", "GSI2PK", f"INSTRUMENT#{name.lower().replace('-', '_')}")

    def test_an_artist_is_found_by_each_of_its_instruments(self):
        sitar, tabla, veena = self.names
        row = (f"ARTIST#{artist(instruments=[sitar, tabla, sitar])}", METADATA)
        self.assertEqual([self.players(name) for name in (sitar, tabla, veena)],
                         [[row], [row], []])

    def test_entries_follow_the_list(self):
        sitar, tabla, veena = self.names
        artist_id = artist(instruments=[sitar, tabla])
        row = (f"ARTIST#{artist_id}", METADATA)
        change(encyclopedia, key(row[0]), "SET #instruments = :i", {":i": [veena, tabla]})
        self.assertEqual([self.players(name) for name in self.names], [[], [row], [row]])
        change(encyclopedia, key(row[0]), "REMOVE #instruments")
        self.assertEqual([self.players(name) for name in self.names], [[], [], []])

    def test_no_entry_is_left_when_the_artist_goes(self):
        artist_id = artist(instruments=self.names)
        encyclopedia.delete_item(Key=key(f"ARTIST#{artist_id}"))
        self.assertEqual([self.players(name) for name in self.names], [[], [], []])

    def test_an_entry_has_all_of_the_artist(self):
        artist_id = artist(instruments=self.names, bio="Long")
        items = encyclopedia.query(
            IndexName="GSI2", KeyConditionExpression=Key("GSI2PK").eq(
                f"INSTRUMENT#{self.names[2].lower().replace('-', '_')}"))["Items"]
        stored = get(encyclopedia, key(f"ARTIST#{artist_id}"))
        self.assertEqual([{**item, "GSI2PK": stored["GSI2PK"]} for item in items], [stored])


class Values(ModelTestCase):
    model = "music"

    def test_values_that_the_model_does_not_allow(self):
        for pk, attributes, words in (
                ("ARTIST#1", {"name": ""}, 'Artist.name: "" has 0 characters, below min 1'),
                ("ARTIST#1", {"name": "X", "instruments": ["sitar", 1]},
                 "Artist.instruments[1]: 1 (type N) is not of type string (type S)"),
                ("TALA#teental", {"name": "X", "beats": 0}, "Tala.beats: 0 is below min 1"),
                ("USER#1", {"email": "nobody", "username": "x"},
                 'User.email: "nobody" is not of format email'),
                ("USER#1", {"email": "a@example.com"}, "User.username: a value is required"),
                ("EVENT#1", {"name": "X", "date": "1.1.2023"},
                 'Event.date: "1.1.2023" is not a date; expected e.g. 2025-10-21'),
                ("EVENT#1", {"name": "X", "date": "2023-01-01", "location": {"city": "Chennai"}},
                 "Event.location.country: a value is required")):
            with self.subTest(pk=pk, attributes=attributes), self.refused("M101", words):
                put(pk, **attributes)

    def test_references(self):
        composition_id = new_uuid()
        with self.refused("M205", 'Composition.ragaId: there is no Raga "nowhere"',
                          rule="references"):
            put(f"COMPOSITION#{composition_id}", "VERSION#LATEST", title="X", ragaId="nowhere")
        put("RAGA#yaman", name="Yaman")
        put(f"COMPOSITION#{composition_id}", "VERSION#LATEST", title="X", ragaId="yaman")
        with self.refused("M205", 'Karma.userId: there is no User "nobody"'):
            put("USER#nobody", "KARMA#2023-01-01T10:00:00.000Z", change=1)

    def test_editors_add_themselves_to_a_set(self):
        pk = f"COMPOSITION#{new_uuid()}"
        put(pk, "VERSION#LATEST", title="X", editedBy={"ada"})
        item = change(encyclopedia, key(pk, "VERSION#LATEST"), "ADD #editedBy :e",
                      {":e": {"grace"}})
        self.assertEqual(item["editedBy"], {"ada", "grace"})


class Unique(ModelTestCase):
    model = "music"
    TAKEN = "User.{} is already in use (case-insensitive)"

    def test_an_address_belongs_to_one_user_whatever_its_case(self):
        address = f"{new_uuid()}@example.com"
        user(email=address)
        with self.refused("M204", self.TAKEN.format("email"), attribute="email", rule="unique"):
            user(email=address.upper())
        self.assertEqual(len(found("GSI1", "GSI1PK", f"EMAIL#{address}")), 1)

    def test_an_address_is_free_again_when_its_user_is_deleted_or_takes_another(self):
        address, other = f"{new_uuid()}@example.com", f"{new_uuid()}@example.com"
        first = user(email=address)
        encyclopedia.delete_item(Key=key(f"USER#{first}"))
        second = user(email=address)
        change(encyclopedia, key(f"USER#{second}"), "SET #email = :e", {":e": other})
        third = user(email=address.title())
        with self.refused("M204", self.TAKEN.format("email")):
            change(encyclopedia, key(f"USER#{third}"), "SET #email = :e", {":e": other.upper()})

    def test_a_user_may_spell_its_own_address_another_way(self):
        address = f"{new_uuid()}@example.com"
        user_id = user(email=address)
        item = change(encyclopedia, key(f"USER#{user_id}"), "SET #email = :e",
                      {":e": address.upper()})
        self.assertEqual(item["email"], address.upper())
        self.assertEqual(item["GSI1PK"], f"EMAIL#{address}")

    def test_a_name_is_a_constraint_of_its_own(self):
        name = f"name-{new_uuid()}"
        user(username=name)
        with self.refused("M204", self.TAKEN.format("username"), attribute="username"):
            user(username=name.upper())


class Versions(ModelTestCase):
    model = "music"

    def versions(self, pk):
        return encyclopedia.query(KeyConditionExpression=Key("PK").eq(pk)
                                  & Key("SK").begins_with("VERSION#v"))["Items"]

    def test_every_edit_makes_a_version_and_the_latest_row_has_a_copy(self):
        pk = f"COMPOSITION#{new_uuid()}"
        for title in ("First", "Second", "Third"):
            latest = put(pk, "VERSION#LATEST", title=title, composer="Ravi Shankar")
        self.assertEqual(latest["version"], 3)
        rows = self.versions(pk)
        self.assertEqual([(row["version"], row["title"]) for row in rows],
                         [(1, "First"), (2, "Second"), (3, "Third")])
        self.assertEqual([row["SK"] for row in rows],
                         [f"VERSION#v{row['version']:04}#{row['versionedAt']}" for row in rows])
        self.assertEqual(latest["latestVersion"], rows[-1]["SK"])

    def test_an_update_makes_a_version_too(self):
        pk = f"COMPOSITION#{new_uuid()}"
        put(pk, "VERSION#LATEST", title="First")
        item = change(encyclopedia, key(pk, "VERSION#LATEST"), "SET #lyrics = :l", {":l": "la la"})
        self.assertEqual(item["version"], 2)
        self.assertEqual([row.get("lyrics") for row in self.versions(pk)], [None, "la la"])

    def test_only_the_latest_row_is_in_the_indexes(self):
        composer, pk = f"c{new_uuid()[:8]}", f"COMPOSITION#{new_uuid()}"
        for title in ("First", "Second"):
            put(pk, "VERSION#LATEST", title=title, composer=composer)
        self.assertEqual(found("GSI2", "GSI2PK", f"COMPOSER#{composer}"), [(pk, "VERSION#LATEST")])

    def test_an_edit_of_an_old_version_is_refused(self):
        composition_id = new_uuid()
        pk = f"COMPOSITION#{composition_id}"
        for title in ("First", "Second", "Third"):
            put(pk, "VERSION#LATEST", title=title)
        with self.refused("M203", f"Composition {composition_id}: expected version 1, latest is 3",
                          current="3"):
            put(pk, "VERSION#LATEST", title="Lost update", version=1)
        self.assertEqual(put(pk, "VERSION#LATEST", title="Seen", version=3)["version"], 4)

    def test_version_rows_are_the_servers(self):
        pk = f"COMPOSITION#{new_uuid()}"
        put(pk, "VERSION#LATEST", title="First")
        row = self.versions(pk)[0]
        with self.refused("M110", f'Composition PK="{pk}", SK="{row["SK"]}": only the server '
                          "writes this row"):
            change(encyclopedia, key(pk, row["SK"]), "SET #title = :t", {":t": "Forged"})
        with self.refused("M110", f'Composition PK="{pk}", SK="{row["SK"]}": only the server '
                          "writes this row"):
            encyclopedia.delete_item(Key=key(pk, row["SK"]))


class Edges(ModelTestCase):
    model = "music"

    def setUp(self):
        self.user_id, self.artist_id = user(), artist()
        self.rows = ((f"USER#{self.user_id}", f"MANAGES#ARTIST#{self.artist_id}"),
                     (f"ARTIST#{self.artist_id}", f"MANAGER#{self.user_id}"))

    def both(self):
        """Both rows without their keys."""
        rows = [get(encyclopedia, key(*row)) for row in self.rows]
        return [row and {name: row[name] for name in row if name not in ("PK", "SK")}
                for row in rows]

    def test_both_rows_are_written_whichever_is_put(self):
        for side in self.rows:
            with self.subTest(side=side):
                put(*side, permissions={"editProfile": True})
                first, second = self.both()
                self.assertEqual(first, second)
                self.assertEqual(first["permissions"], {"editProfile": True})
                self.assertEqual((first["userId"], first["artistId"]),
                                 (self.user_id, self.artist_id))
                encyclopedia.delete_item(Key=key(*side))
                self.assertEqual(self.both(), [None, None])

    def test_a_change_on_one_side_is_seen_from_the_other(self):
        put(*self.rows[0], permissions={})
        change(encyclopedia, key(*self.rows[1]), "SET #permissions.#editProfile = :t", {":t": True})
        first, second = self.both()
        self.assertEqual(first["permissions"], {"editProfile": True})
        self.assertEqual(first, second)

    def test_an_edge_needs_both_of_its_ends(self):
        with self.refused("M205", 'Manages.artistId: there is no Artist "nobody"'):
            put(f"USER#{self.user_id}", "MANAGES#ARTIST#nobody")
        self.assertIsNone(get(encyclopedia, key("ARTIST#nobody", f"MANAGER#{self.user_id}")))

    def test_what_a_user_follows_is_ordered_by_time_in_the_local_index(self):
        others = [artist(), artist()]
        for when, artist_id in zip(("2023-01-02T10:00:00Z", "2023-01-01T10:00:00Z"), others):
            put(f"USER#{self.user_id}", f"FOLLOWS#ARTIST#{artist_id}", followedAt=when)
        items = encyclopedia.query(
            IndexName="LSI1", ConsistentRead=True,
            KeyConditionExpression=Key("PK").eq(f"USER#{self.user_id}")
            & Key("LSI1SK").begins_with("FOLLOWED#"))["Items"]
        self.assertEqual([item["artistId"] for item in items], others[::-1])


if __name__ == "__main__":
    unittest.main()

"""The model of the music encyclopedia says what the document of its schema asks for (rows M)."""

import json
import re
import unittest

import model_document
from model_document import export
from model_test_case import ModelTestCase

# What the document lists, with the phase that it gives each.
ENTITIES = {
    "Artist": 1, "Composition": 1, "Raga": 1, "Tala": 1,
    "User": 2, "Event": 2, "Venue": 2, "Performance": 2,
    "Thread": 3, "Collection": 3, "Recording": 4,
}


class Music(ModelTestCase):
    model = "music"


class Table(Music):
    def test_holds_all_entities(self):
        self.assert_settings({"Table name": "music-encyclopedia"})
        self.assertLessEqual(set(ENTITIES), set(self.document.entities))

    def test_has_type_and_id_then_metadata_or_relation_as_its_key(self):
        self.assertEqual(self.document.key, {"partition": "PK (S)", "sort": "SK (S)"})
        for name in set(ENTITIES) - {"Composition"}:
            self.assert_keys(name, {"item PK": f"{name.upper()}#{{{name.lower()}Id}}",
                                    "item SK": "#METADATA"})

    def test_has_four_global_indexes_and_a_local_one(self):
        for number in range(1, 5):
            self.assert_index(f"GSI{number}", f"GSI{number}PK (S)", f"GSI{number}SK (S)")
        self.assert_index("LSI1", "PK (S)", "LSI1SK (S)")
        self.assertEqual(self.document.indexes["LSI1"]["Kind"], "local")

    def test_has_no_index_without_a_pattern(self):
        served = {pattern["Index"] for pattern in self.document.patterns.values()}
        self.assertLessEqual(set(self.document.indexes), served)
        self.assertFalse([found for found in model_document.lint(self.model) if "L205" in found])

    def test_knows_every_prefix_that_its_keys_use(self):
        prefixes = self.document.settings["Key prefixes"].split(", ")
        for word in ("ARTIST", "COMPOSITION", "RAGA", "TALA", "USER", "EVENT", "VENUE",
                     "PERFORMANCE", "THREAD", "COLLECTION", "RECORDING", "#METADATA", "VERSION",
                     "DATE", "FOLLOWS", "MANAGES", "PERFORMS", "ATTRIBUTION"):
            self.assertIn(word, prefixes)
        self.assertFalse([found for found in model_document.lint(self.model) if "L228" in found])

    def test_ends_every_prefix_with_its_separator(self):
        for pattern in self.document.patterns.values():
            for prefix in re.findall(r'begins_with\(\w+, "([^"]*)"\)', pattern["Key condition"]):
                self.assertRegex(prefix, "#v?$")

    def test_has_phases_and_the_later_ones_are_not_live(self):
        for name, phase in ENTITIES.items():
            text = self.document.entities[name].text
            self.assertEqual(f"phase {phase}" in text, phase > 1, name)
            self.assertEqual("not live" in text, phase > 2, name)


class Artists(Music):
    def test_are_found_by_name_instrument_and_tradition(self):
        self.assert_keys("Artist", {
            "item PK": "ARTIST#{artistId}", "item SK": "#METADATA",
            "item GSI1PK": "ARTIST_NAME#{name|slug}", "item GSI1SK": "ARTIST#{artistId}",
            "item GSI2PK": "INSTRUMENT#{it|slug} for each of instruments",
            "item GSI3PK": "TRADITION#{tradition|slug}"})

    def test_are_listed_in_eight_shards(self):
        self.assert_keys("Artist", {"item GSI4PK": "ARTIST#{shard(artistId, 8)}",
                                    "item GSI4SK": "{name|slug}#{artistId}"})
        self.assert_plan("list_artists", "GSI4", "GSI4PK = :GSI4PK", legs=8)

    def test_have_prefixed_ids(self):
        self.assert_attributes("Artist", "artistId: string; server; generated as artist_{ulid}")

    def test_have_managers_and_members(self):
        self.assert_keys("Manages", {"mirror PK": "ARTIST#{artistId}",
                                     "mirror SK": "MANAGER#{userId}"})
        self.assert_keys("Member", {"item PK": "ARTIST#{artistId}", "item SK": "MEMBER#{memberId}"})


class Compositions(Music):
    def test_have_a_latest_row_with_the_index_keys(self):
        self.assert_keys("Composition", {
            "latest PK": "COMPOSITION#{compositionId}", "latest SK": "VERSION#LATEST",
            "latest GSI1PK": "RAGA#{ragaId}", "latest GSI1SK": "COMPOSITION#{compositionId}",
            "latest GSI2PK": "COMPOSER#{composer|slug}"})
        self.assert_attributes("Composition", "latestVersion: string; no")

    def test_have_padded_version_rows_without_index_keys(self):
        versions = {name: key for name, key in self.document.entities["Composition"].keys.items()
                    if name.startswith("version")}
        self.assertEqual(versions, {"version PK": "COMPOSITION#{compositionId}",
                                    "version SK": "VERSION#v{version:04}#{versionedAt}"})

    def test_are_read_in_one_request(self):
        self.assert_plan("get_composition", "table", 'PK = :PK AND SK = "VERSION#LATEST"')
        self.assertTrue([fact for fact in self.document.entities["Composition"].facts
                         if "the latest row holds a copy of the newest" in fact])

    def test_refer_to_their_raga_by_an_id_that_a_new_name_does_not_change(self):
        self.assertIn("refers to Raga",
                      self.document.entities["Composition"].attributes["ragaId"]["Rules"])
        self.assertIn("immutable", self.document.entities["Raga"].attributes["ragaId"]["Rules"])

    def test_have_editors_as_a_set(self):
        self.assert_attributes("Composition", "editedBy: set of string; no")

    def test_have_attributions(self):
        self.assert_keys("Attribution", {"item PK": "COMPOSITION#{compositionId}",
                                         "item SK": "ATTRIBUTION#{artistId}"})

    def test_have_a_history_without_the_pointer(self):
        self.assert_plan("composition_history", "table",
                         'PK = :PK AND begins_with(SK, "VERSION#v")')
        self.assert_plan("restore_composition", "table",
                         'restore Composition at PK = :PK AND SK = "VERSION#LATEST"')


class Users(Music):
    def test_are_found_by_email_and_name(self):
        self.assert_keys("User", {
            "item PK": "USER#{userId}", "item SK": "#METADATA",
            "item GSI1PK": "EMAIL#{email|lower}", "item GSI2PK": "USERNAME#{username|lower}"})

    def test_have_unique_emails_and_names(self):
        for name in ("email", "username"):
            self.assertIn(f"Unique: {name}, whatever the case.",
                          self.document.entities["User"].facts)

    def test_have_ids_with_a_prefix_inside_the_prefix_of_the_key(self):
        self.assert_attributes("User", "userId: string; server; generated as user_{ulid}")
        self.assert_keys("User", {"item PK": "USER#{userId}"})

    def test_follow_and_manage_artists(self):
        self.assert_keys("Follows", {"item PK": "USER#{userId}",
                                     "item SK": "FOLLOWS#ARTIST#{artistId}"})
        self.assert_keys("Manages", {"item PK": "USER#{userId}",
                                     "item SK": "MANAGES#ARTIST#{artistId}"})

    def test_manage_in_two_rows_that_are_written_together(self):
        self.assertIn("in two rows that are written together",
                      self.document.entities["Manages"].text)

    def test_manage_with_permissions(self):
        self.assert_attributes("Manages", """
            permissions: map; no
            permissions.editProfile: bool; server; default false
            grantedBy: string; no; refers to User
            grantedAt: timestamp (rfc3339ms); server; set on create
        """)


class Performances(Music):
    def test_hang_between_events_artists_and_compositions(self):
        self.assert_keys("Programme", {"item PK": "EVENT#{eventId}",
                                       "item SK": "PERFORMANCE#{performanceId}"})
        self.assert_keys("Performs", {"item PK": "PERFORMANCE#{performanceId}",
                                      "item SK": "ARTIST#{artistId}"})

    def test_come_with_their_artists_and_compositions(self):
        self.assertIn("the Performance, all Performs, all SetList",
                      self.document.patterns["performance_details"]["What"])
        self.assertIn("the Event, all Programme",
                      self.document.patterns["event_programme"]["What"])

    def test_have_a_set_list_in_its_order(self):
        self.assert_keys("SetList", {"item PK": "PERFORMANCE#{performanceId}",
                                     "item SK": "COMPOSITION#{position:03}#{compositionId}"})

    def test_are_found_by_artist_and_composition(self):
        self.assert_keys("Performs", {"item GSI1PK": "ARTIST#{artistId}"})
        self.assert_keys("SetList", {"item GSI2PK": "COMPOSITION#{compositionId}",
                                     "item GSI2SK": "PERFORMANCE#{performanceId}"})

    def test_of_an_artist_come_by_date(self):
        self.assert_keys("Performs", {"item GSI1SK": "PERFORMS#{date}#{performanceId}"})
        self.assert_plan("performances_of_artist", "GSI1",
                         "GSI1PK = :GSI1PK AND GSI1SK BETWEEN :lo AND :hi")


class Events(Music):
    def test_have_keys_by_status_and_date(self):
        self.assert_keys("Event", {"item PK": "EVENT#{eventId}", "item GSI1PK": "STATUS#{status}",
                                   "item GSI1SK": "DATE#{date}#EVENT#{eventId}"})

    def test_come_by_whole_days(self):
        explained = model_document.run("explain", "models/music.yaml", "events_by_date")
        self.assertIn("whole days included", explained)
        self.assert_plan("events_by_date", "GSI1",
                         "GSI1PK = :GSI1PK AND GSI1SK BETWEEN :lo AND :hi")

    def test_can_be_filtered_by_country_in_full_pages(self):
        self.assert_plan("events_in_country", "GSI1",
                         "GSI1PK = :GSI1PK AND GSI1SK BETWEEN :lo AND :hi "
                         "+ filter location.country = $country")
        self.assertIn("Pages of 25", self.document.patterns["events_in_country"]["Remarks"])


class Karma(Music):
    def test_has_history_permissions_and_rules(self):
        self.assert_keys("Karma", {"item PK": "USER#{userId}", "item SK": "KARMA#{at}"})
        self.assert_keys("KarmaPermission", {"item PK": "USER#{userId}",
                                             "item SK": "KARMA_PERMISSION#{entity}#{action}"})
        self.assert_keys("KarmaRule", {"item PK": "KARMA_RULE#{entity}",
                                       "item SK": "PERMISSION#{action}"})

    def test_history_does_not_show_permissions(self):
        explained = model_document.run("explain", "models/music.yaml", "karma_history")
        self.assertIn('"KARMA#"', explained)
        self.assert_plan("karma_permissions", "table",
                         'PK = :PK AND begins_with(SK, "KARMA_PERMISSION#")')


class Others(Music):
    def test_have_keys_that_the_document_does_not_give(self):
        for name, prefix in (("Raga", "RAGA"), ("Tala", "TALA"), ("Venue", "VENUE"),
                             ("Event", "EVENT"), ("Thread", "THREAD"),
                             ("Collection", "COLLECTION"), ("Recording", "RECORDING")):
            identifier = f"{name.lower()}Id"
            self.assert_keys(name, {"item PK": f"{prefix}#{{{identifier}}}",
                                    "item SK": "#METADATA"})

    def test_ragas_are_found_by_name(self):
        self.assert_keys("Raga", {"item GSI1PK": "RAGA_NAME#{name|slug}"})
        self.assert_plan("raga_by_name", "GSI1",
                         'GSI1PK = :GSI1PK AND begins_with(GSI1SK, "RAGA#")')

    def test_sync_rows_are_declared(self):
        (row,) = self.document.sections["Synchronisation"].rows("Name")
        self.assertIn("track: ArtistSync", row["Content"])
        self.assert_keys("ArtistSync", {"item PK": "SYNC#artist", "item SK": "ID#{artistId}",
                                        "item GSI3PK": "SYNC#artist#{waiting}",
                                        "item GSI3SK": "{waitingSince}#{artistId}"})

    def test_search_is_declared_with_its_weights(self):
        (row,) = self.document.sections["Search"].rows("Name")
        self.assertIn("fields: {name: 3, instruments: 2, bio: 1}", row["Content"])


class Patterns(Music):
    def test_get_entities_by_id(self):
        for name in ("artist", "raga", "tala", "user", "event", "venue"):
            self.assert_plan(f"get_{name}", "table", 'PK = :PK AND SK = "#METADATA"')

    def test_get_lists_of_an_index(self):
        for name, index, prefix in (("artist_by_name", 1, "ARTIST"),
                                    ("artists_by_instrument", 2, "ARTIST"),
                                    ("artists_by_tradition", 3, "ARTIST"),
                                    ("compositions_by_raga", 1, "COMPOSITION"),
                                    ("compositions_by_composer", 2, "COMPOSITION")):
            key = f"GSI{index}"
            self.assert_plan(name, key,
                             f'{key}PK = :{key}PK AND begins_with({key}SK, "{prefix}#")')

    def test_get_all_relations_of_one_item(self):
        for name, prefix in (("followed_artists", "FOLLOWS#ARTIST#"),
                             ("managed_artists", "MANAGES#ARTIST#"),
                             ("managers_of_artist", "MANAGER#"), ("group_members", "MEMBER#")):
            self.assert_plan(name, "table", f'PK = :PK AND begins_with(SK, "{prefix}")')

    def test_name_the_type_of_their_results(self):
        paths = json.loads(export("openapi", self.model))["paths"]
        operation = next(method for path in paths.values() for method in path.values()
                         if "followed_artists" in json.dumps(method))
        self.assertIn("#/components/schemas/Follows", json.dumps(operation["responses"]["200"]))

    def test_create_an_artist_with_its_manager_at_once(self):
        self.assert_plan("create_managed_artist", "table",
                         'artist: put Artist at PK = :PK AND SK = "#METADATA"; '
                         "manager: put Manages at PK = :PK AND SK = :SK")


if __name__ == "__main__":
    unittest.main()

"""Full-text search of the music encyclopedia: written by boto3, asked over REST and by the command
line; built for items that were there before; through kill -9."""

import json
import pathlib
import re
import shutil
import subprocess
import unittest
import urllib.error
import urllib.parse
import urllib.request

import boto3
from models_servers import MODELS, PROGRAM, model, new_folder, serving, shipped, start

TABLE = "music-encyclopedia"


def search(endpoint, q, **others):
    query = urllib.parse.urlencode({"q": q, **others})
    with urllib.request.urlopen(f"{endpoint}/api/music/artists/search?{query}") as answer:
        return json.load(answer)


def names(answer):
    return [item["name"] for item in answer["items"]]


def artist(table, artist_id, name, **others):
    table.put_item(Item={"PK": f"ARTIST#{artist_id}", "SK": "#METADATA", "name": name, **others})


class Search(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = pathlib.Path(new_folder(cls))
        shutil.copy(shipped("music"), folder)
        cls.endpoint = start(cls, "--models", str(folder))
        cls.table = boto3.resource("dynamodb", endpoint_url=cls.endpoint).Table(TABLE)
        artist(cls.table, "1", "Ravi Shankar", instruments=["sitar"], tradition="hindustani",
               bio="Born in Bénarès; taught George Harrison.")
        artist(cls.table, "2", "Anoushka Shankar", instruments=["sitar", "piano"],
               tradition="hindustani", bio="Daughter of Ravi Shankar.")
        artist(cls.table, "3", "L. Subramaniam", instruments=["violin"], tradition="carnatic",
               bio="Played with Ravi Shankar & others <live>.")
        artist(cls.table, "4", "Sitar Madhu", instruments=["surbahar"], bio="A group.")

    def refused(self, **parameters):
        query = urllib.parse.urlencode(parameters)
        with self.assertRaises(urllib.error.HTTPError) as refusal:
            urllib.request.urlopen(f"{self.endpoint}/api/music/artists/search?{query}")
        return refusal.exception.code, json.load(refusal.exception)

    def test_finds_several_words_whatever_their_case(self):
        self.assertEqual(names(search(self.endpoint, "ravi shankar")),
                         ["Ravi Shankar", "Anoushka Shankar", "L. Subramaniam"])
        self.assertEqual(names(search(self.endpoint, "BENARES Ravi")), ["Ravi Shankar"])
        self.assertEqual(names(search(self.endpoint, "ravi surbahar")), [])
        self.assertEqual(len(names(search(self.endpoint, "violin piano", match="any"))), 2)

    def test_ranks_by_the_weights_of_fields(self):
        self.assertEqual(names(search(self.endpoint, "sitar"))[0], "Sitar Madhu")
        scores = [item["_score"] for item in search(self.endpoint, "ravi shankar")["items"]]
        self.assertEqual(scores, sorted(scores, reverse=True))

    def test_finds_elements_of_lists(self):
        self.assertEqual(names(search(self.endpoint, "piano")), ["Anoushka Shankar"])

    def test_finds_beginnings_and_words_with_a_wrong_letter(self):
        for text in ("anou", "an", "anoushka sha"):
            self.assertEqual(names(search(self.endpoint, text)), ["Anoushka Shankar"], text)
        answer = search(self.endpoint, "anuoshka")
        self.assertEqual(names(answer), ["Anoushka Shankar"])
        self.assertEqual(answer["corrected"], {"anuoshka": "anoushka"})

    def test_filters_counts_and_highlights(self):
        answer = search(self.endpoint, "shankar", tradition="hindustani",
                        facets="instruments,tradition")
        self.assertEqual(answer["total"], 2)
        self.assertEqual(answer["facets"]["instruments"],
                         [{"value": "sitar", "items": 2}, {"value": "piano", "items": 1}])
        self.assertEqual(answer["facets"]["tradition"], [{"value": "hindustani", "items": 2}])
        (found,) = search(self.endpoint, "subramaniam ravi")["items"]
        self.assertEqual(found["_highlights"], {
            "name": "L. <em>Subramaniam</em>",
            "bio": "Played with <em>Ravi</em> Shankar &amp; others &lt;live&gt;."})

    def test_comes_in_pages(self):
        whole = names(search(self.endpoint, "ravi shankar"))
        paged, page = [], None
        while True:
            following = {"page": page} if page else {}
            answer = search(self.endpoint, "ravi shankar", limit=1, **following)
            self.assertEqual(answer["total"], 3)
            paged += names(answer)
            page = answer["next"]
            if page is None:
                break
        self.assertEqual(paged, whole)

    def test_refuses_in_words_what_is_no_question(self):
        for wrong, code, words in (
                ({"q": "!"}, "Q701", "no word"), ({"q": "a" * 1001}, "Q701", "at most 1000 bytes"),
                ({"q": " ".join("abcdefghijklmnopq")}, "Q701", "at most 16 words"),
                ({}, "bad_argument", "q"),
                ({"q": "x", "facets": "bio"}, "bad_argument", "no facet"),
                ({"q": "x", "page": "abc"}, "T302", "changed"),
                ({"q": "x", "limit": "1000"}, "bad_argument", "between 1 and 100"),
                ({"q": "x", "colour": "red"}, "bad_argument", "colour")):
            status, problem = self.refused(**wrong)
            self.assertEqual((status, problem["code"]), (400, code), problem)
            self.assertIn(words, problem["detail"])
        token = search(self.endpoint, "ravi shankar", limit=1)["next"]
        self.assertEqual(self.refused(q="ravi", page=token, limit=1)[1]["code"], "T301")

    def test_is_right_as_soon_as_a_write_is_answered(self):
        for name in ("Zarin Daruwala", "Zila Khan", "Zubin Balsara"):
            artist(self.table, "changing", name)
            self.assertEqual(names(search(self.endpoint, name)), [name])
        self.assertEqual(names(search(self.endpoint, "Zarin")), [])
        self.table.update_item(Key={"PK": "ARTIST#changing", "SK": "#METADATA"},
                               UpdateExpression="SET bio = :b",
                               ExpressionAttributeValues={":b": "plays the zither"})
        self.assertEqual(names(search(self.endpoint, "zither")), ["Zubin Balsara"])
        self.table.delete_item(Key={"PK": "ARTIST#changing", "SK": "#METADATA"})
        self.assertEqual(search(self.endpoint, "zither")["total"], 0)

    def test_runs_by_the_command_line(self):
        ran = model("run", "music", "search_artists", "--q", "anoushka", "-o", "json",
                    "--endpoint", self.endpoint)
        self.assertEqual(names(json.loads(ran.stdout)), ["Anoushka Shankar"])


class Building(unittest.TestCase):
    def test_finds_what_was_there_before_and_stays_whole(self):
        folder = pathlib.Path(new_folder(self))
        data = folder / "data"
        text = (MODELS / "music.yaml").read_text(encoding="utf-8")
        plain = folder / "music.yaml"
        plain.write_text(text.replace("    prefix: [name]\n", "", 1), encoding="utf-8")
        self.assertEqual(model("apply", plain, "--data", data).returncode, 0)
        with serving(data) as (endpoint, _):
            table = boto3.resource("dynamodb", endpoint_url=endpoint).Table(TABLE)
            with table.batch_writer() as batch:
                for i in range(300):
                    batch.put_item(Item={"PK": f"ARTIST#{i}", "SK": "#METADATA",
                                         "name": f"Ravi {i}", "instruments": ["sitar"]})
            self.assertEqual(search(endpoint, "ravi sitar")["total"], 300)
            self.assertEqual(search(endpoint, "rav")["total"], 0)
        applied = model("apply", shipped("music"), "--data", data, "--force")
        self.assertEqual(applied.returncode, 0, applied.stdout + applied.stderr)
        with serving(data) as (endpoint, _):
            answer = search(endpoint, "rav", partial="1")
            while answer["built"] < 1:
                answer = search(endpoint, "rav", partial="1")
            self.assertEqual(answer["total"], 300)

    def test_goes_on_after_kill_9(self):
        """Killed right after the search was declared, while it may be half built."""
        folder = pathlib.Path(new_folder(self))
        data = folder / "data"
        text = (MODELS / "music.yaml").read_text(encoding="utf-8")
        begin, end = text.index("\nsearch:\n"), text.index("\nsync:\n")
        pattern = text[text.index("  search_artists:"):text.index("  # Versions (M58")]
        without = pathlib.Path(new_folder(self)) / "music.yaml"
        without.write_text((text[:begin] + text[end:]).replace(pattern, "", 1), encoding="utf-8")
        server, endpoint = self.serve(data, "--models", without.parent)
        table = boto3.resource("dynamodb", endpoint_url=endpoint).Table(TABLE)
        with table.batch_writer() as batch:
            for i in range(1200):
                batch.put_item(Item={"PK": f"ARTIST#{i}", "SK": "#METADATA", "name": f"Ravi {i}"})
        applied = model("apply", shipped("music"), "--endpoint", endpoint, "--force")
        self.assertEqual(applied.returncode, 0, applied.stdout + applied.stderr)
        server.kill()
        server.wait()
        with serving(data) as (endpoint, _):
            answer = search(endpoint, "ravi", partial="1")
            while answer["built"] < 1:
                answer = search(endpoint, "ravi", partial="1")
            self.assertEqual(answer["total"], 1200)
            checked = subprocess.run([PROGRAM, "check", "--endpoint", endpoint],
                                     capture_output=True, text=True, check=False)
            self.assertEqual(checked.returncode, 0, checked.stdout + checked.stderr)

    def serve(self, data, *options):
        server = subprocess.Popen([PROGRAM, "serve", "--listen", "127.0.0.1:0", "--data", str(data),
                                   *map(str, options)], stdout=subprocess.PIPE, text=True)
        self.addCleanup(server.stdout.close)
        self.addCleanup(server.wait)
        self.addCleanup(server.kill)
        line = server.stdout.readline()
        return server, re.search(r"http://[\d.:]+", line).group()


if __name__ == "__main__":
    unittest.main()

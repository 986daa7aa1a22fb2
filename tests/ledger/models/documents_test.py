"""The documents in docs/models are what the program writes from the models today."""

import difflib
import unittest

from model_document import MODELS, ROOT, export


class DocumentsOfTheModels(unittest.TestCase):
    def test_there_is_one_for_each_model(self):
        for folder, ending in (("models", ".yaml"), ("docs/models", ".md")):
            names = sorted(path.stem for path in (ROOT / folder).iterdir()
                           if path.suffix == ending)
            self.assertEqual(names, list(MODELS), folder)

    def test_are_what_the_program_writes(self):
        for model in MODELS:
            with self.subTest(model=model):
                path = ROOT / "docs/models" / f"{model}.md"
                kept = path.read_text(encoding="utf-8").splitlines()
                written = export("markdown", model).splitlines()
                difference = list(difflib.unified_diff(kept, written, str(path), "written now",
                                                       lineterm="", n=0))
                self.assertFalse(difference, "\n".join(
                    [f"partita model export markdown models/{model}.yaml > docs/models/{model}.md",
                     *difference[:20]]))


if __name__ == "__main__":
    unittest.main()

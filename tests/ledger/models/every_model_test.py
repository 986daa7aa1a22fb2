"""What holds for every shipped model."""

import unittest

from model_document import MODELS, document, run


class EveryModel(unittest.TestCase):
    def test_refuses_what_breaks_its_rules(self):
        for model in MODELS:
            with self.subTest(model=model):
                settings = document(model).settings
                self.assertEqual(settings["Rules"], "enforce: broken rules are refused")
                self.assertEqual(settings["Unknown entities"], "rejected")

    def test_can_be_written_by_clients_that_send_more_than_is_modelled(self):
        for model in MODELS:
            with self.subTest(model=model):
                self.assertEqual(document(model).settings["Unknown attributes"], "allowed")

    def test_has_no_errors(self):
        run("lint", *(f"models/{model}.yaml" for model in MODELS))  # Else it ends with 1.


if __name__ == "__main__":
    unittest.main()

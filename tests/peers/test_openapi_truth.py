"""Contracts say what their documents say: of witnesses, of one-change mutants, and of the documents' own examples."""

from pathlib import Path

import pytest

from deep.openapi_examples import study as study_examples
from deep.openapi_truth import documents, study
from peers.conftest import rows_or_skip

FILES = documents()
PAYLOADS = 200
WITH_EXAMPLES = {"box", "digitalocean_od", "github", "train31", "twilio_api_v2010", "twilio_verify_v2"}
IN_SCHEMAS = {"blockfrost", "openai"}


def _name(file: Path) -> str:
    return file.name.partition(".")[0] if file else ""


@pytest.mark.parametrize("file", rows_or_skip(FILES), ids=_name)
def test_a_contract_is_not_weaker_than_its_document(file: Path) -> None:
    tally = study(file, PAYLOADS, seed=1)
    assert tally.wrong == []
    assert tally.payloads > 0
    assert 0 < tally.accepted < tally.payloads
    assert sum(tally.silent.values()) <= tally.payloads // 20


@pytest.mark.parametrize(
    "file", rows_or_skip([file for file in FILES if _name(file) in WITH_EXAMPLES | IN_SCHEMAS]), ids=_name
)
def test_examples_get_the_documents_own_verdict(file: Path) -> None:
    tally = study_examples(file)
    assert tally.wrong == []
    assert tally.silent == 0
    assert tally.untold == 0
    assert (tally.media > 0) == (_name(file) in WITH_EXAMPLES)
    assert (tally.schema > 0) >= (_name(file) in IN_SCHEMAS)
    assert all(": /" in row for row in tally.rejected)

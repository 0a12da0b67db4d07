"""What every store promises, as tests; each kind of store has a class that says how it is opened."""

from collections.abc import Iterator

import pytest

from gonogo.host.store import Conflict, Row, Store


class StoreTests:
    """Held to by every kind of store."""

    def opened(self, place: str) -> Store:
        raise NotImplementedError

    @pytest.fixture
    def place(self) -> str:
        raise NotImplementedError

    @pytest.fixture
    def store(self, place: str) -> Iterator[Store]:
        store = self.opened(place)
        yield store
        store.close()

    def test_a_row_comes_back_as_it_was_put(self, store: Store) -> None:
        text = '{"state":"grün \\ud83d\\ude80 \\u0000"}'
        store.append(Row("a", 1, text))
        row = store.last("a")
        assert row is not None
        assert (row.run_id, row.revision) == ("a", 1)
        assert (row.text if isinstance(row.text, str) else row.text.decode()) == text

    def test_there_is_nothing_before_the_first_row(self, store: Store) -> None:
        assert store.last("a") is None
        assert [*store.history("a"), *store.heads(), *store.rows()] == []
        assert store.count() == 0

    def test_runs_are_apart_and_in_order(self, store: Store) -> None:
        for run_id, revision in (("b", 1), ("a", 1), ("a", 2), ("B", 1), ("a.b", 1), ("a", 3)):
            store.append(Row(run_id, revision, "{}"))
        keys = [("B", 1), ("a", 1), ("a", 2), ("a", 3), ("a.b", 1), ("b", 1)]
        assert [(row.run_id, row.revision) for row in store.rows()] == keys
        assert [(row.run_id, row.revision) for row in store.heads()] == [
            ("B", 1),
            ("a", 3),
            ("a.b", 1),
            ("b", 1),
        ]
        assert [row.revision for row in store.history("a")] == [1, 2, 3]
        assert store.count() == 6

    def test_a_long_history_comes_whole(self, store: Store) -> None:
        for revision in range(1, 601):
            store.append(Row("a", revision, str(revision)))
        store.append(Row("b", 1, "1"))
        assert [row.revision for row in store.history("a")] == list(range(1, 601))
        assert len(list(store.rows())) == 601

    @pytest.mark.parametrize("revision", [1, 2, 4])
    def test_a_row_that_does_not_follow_the_last_is_a_conflict(self, store: Store, revision: int) -> None:
        for number in (1, 2):
            store.append(Row("a", number, f'"{number}"'))
        with pytest.raises(Conflict) as caught:
            store.append(Row("a", revision, '"other"'))
        assert caught.value.found == 2
        assert [row.revision for row in store.history("a")] == [1, 2]

    def test_another_opening_sees_what_was_put(self, store: Store, place: str) -> None:
        other = self.opened(place)
        store.append(Row("a", 1, "1"))
        other.append(Row("a", 2, "2"))
        with pytest.raises(Conflict):
            store.append(Row("a", 2, "3"))
        last = store.last("a")
        assert last is not None
        assert last.revision == 2
        other.close()

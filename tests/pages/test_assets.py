"""The files of pages as they are sent."""

import re

import pytest

from fivecard.pages.assets import Assets
from fivecard.study.web import app as study
from fivecard.table.web import static as table


@pytest.mark.parametrize("assets", [table.ASSETS, study.ASSETS], ids=["table", "study"])
def test_nothing_but_comments_is_left_out_of_what_is_sent(assets: Assets) -> None:
    looked_at = 0
    for name in assets:
        if assets.kind(name) == "text/html":
            continue
        sent, written = assets.content(name).plain.decode().splitlines(), assets.written(name).splitlines()
        left_out = list(written)
        for line in sent:
            left_out.remove(line)
        text = "\n".join(line for line in left_out if line.strip())
        assert re.fullmatch(r"(\s*//.*\n?|\s*/\*([^*]|\*(?!/))*\*/[ \t]*\n?)*", text), name
        assert len(sent) <= len(written)
        looked_at += 1
    assert looked_at > 10


def test_both_pages_have_what_is_shared_and_no_page_what_is_the_others() -> None:
    assert {"lib/dom.js", "styles/style.css"} <= {*table.ASSETS} & {*study.ASSETS}
    assert "study/study.js" not in table.ASSETS
    assert "table/table.js" not in study.ASSETS

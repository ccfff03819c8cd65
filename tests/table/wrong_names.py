"""Names that nobody may have at a table, by what is wrong with them."""

WRONG_NAMES = {
    "length": ["", " ", "\u3000", "a" * 21, "\ufe0f"],
    "control": ["a\u202eb", "a\x00", "\u200b", "\ud800", "A\u200dnn", "A\U000e0041nn", "A\u00adnn"],
    "unseen": ["\u3164", "\u115f", "Ann\uffa0", "\u2800", "A\u034fnn", "Ann\ufe00", "A\U000e0100nn"],
    "no letter": ["\u0301", "Ann \u0301", "\u20dd"],
    "marks": ["Z" + 4 * "\u0327\u0335", "A\u20dd\u20dd\u20dd\u20ddnn"],
    "computer": [
        "Computer 3",
        "computer",
        "COMPUTER3",
        "ｃomputer",
        "Соmputеr 1",
        "C o m p u t e r",
        "\u03f2omputer",
        "ᴄᴏᴍᴘᴜᴛᴇʀ 3",
        "🅲omputer",
        "Ꮯomputer",
        "ꓚomputer",
    ],
    "brackets": ["Ann (you)", "Ann （you）", "Ann [away]", "Ann \u2768you\u2769", "Ann ⁽you⁾"],
    "pretending": ["Dealer", "dealer 2", "SERVER", "Fivecard", "You", "seat 10", "Nоbody", "Séat ３"],
}

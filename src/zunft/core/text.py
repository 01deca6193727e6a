"""Keyed texts in several languages, with plurals.

A text is a template:

- `{count}` inserts an argument unchanged; `{player:names}` the player's name;
- `{good:goods}` looks up the text `goods.<good>`; for an id like "brewers-4" without its own text, the text
  `goods.brewers` with `{n}` = 4;
- where a text is a table of plural forms, the number decides: `{talers:talers}` by its own value, `{good:goods}` by
  the argument `count`, `{good:goods:fewer}` by the argument `fewer`; the form has it as `{n}`;
- a list is joined by commas and the text `list.and`. Languages with cases keep a table for each case.

Missing texts fall back to English.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Sequence
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Any

ENGLISH = "en"
LANGUAGES = (ENGLISH, "de", "ru")

PLACEHOLDER = re.compile(r"\{(\w+)(?::([\w.]+)(?::(\w+))?)?\}")
NAMES = "names"
COUNT = "count"


def one_or_other(number: int) -> str:
    return "one" if abs(number) == 1 else "other"


def slavic(number: int) -> str:
    """1, 21, 31 … / 2–4, 22–24 … / the rest, with 11–14 in the rest."""
    ones, tens = abs(number) % 10, abs(number) % 100
    if ones == 1 and tens != 11:
        return "one"
    if 2 <= ones <= 4 and not 12 <= tens <= 14:
        return "few"
    return "many"


PLURALS: dict[str, tuple[Callable[[int], str], frozenset[str]]] = {
    "en": (one_or_other, frozenset(("one", "other"))),
    "de": (one_or_other, frozenset(("one", "other"))),
    "ru": (slavic, frozenset(("one", "few", "many"))),
}


class Texts:
    """All texts of one package in one language, with the given players' names."""

    language: str
    entries: dict[str, Any]
    names: Sequence[str]
    fallback: Texts | None  # for texts missing in this language
    found: dict[str, Any]  # cache, by key

    def __init__(
        self, language: str, entries: dict[str, Any], names: Sequence[str] = (), fallback: Texts | None = None
    ) -> None:
        self.language = language
        self.entries = entries
        self.names = names
        self.fallback = fallback
        self.found = {}

    def with_names(self, names: Sequence[str]) -> Texts:
        fallback = None if self.fallback is None else self.fallback.with_names(names)
        other = Texts(self.language, self.entries, names, fallback)
        other.found = self.found
        return other

    def has(self, key: str) -> bool:
        return self.find(key) is not None

    def find(self, key: str) -> Any:
        """The entry at a dotted key: a text, a table, or None."""
        entry = self.own(key)
        return self.fallback.find(key) if entry is None and self.fallback is not None else entry

    def own(self, key: str) -> Any:
        """The same without the fallback."""
        if key in self.found:
            return self.found[key]
        entry = self.look_up(key)
        if entry is not None:
            self.found[key] = entry
        return entry

    def look_up(self, key: str) -> Any:
        entry: Any = self.entries
        for part in key.split("."):
            if not isinstance(entry, dict) or part not in entry:
                return None
            entry = entry[part]
        return entry

    def say(self, key: str, /, **args: Any) -> str:
        entry = self.own(key)
        if isinstance(entry, str):
            return self.fill(entry, args)
        if self.fallback is not None:
            return self.fallback.say(key, **args)
        raise KeyError(f"no text {key!r} in {self.language}")

    def fill(self, template: str, args: dict[str, Any]) -> str:
        if "{" not in template:
            return template
        return PLACEHOLDER.sub(
            lambda found: self.put(
                given(args, found[1], template),
                found[2],
                {**args, COUNT: given(args, found[3], template)} if found[3] else args,
            ),
            template,
        )

    def put(self, value: Any, section: str | None, args: dict[str, Any]) -> str:
        if isinstance(value, list | tuple):
            return self.join([self.put(entry, section, args) for entry in value])
        if section is None:
            return str(value)
        if section == NAMES:
            return self.name(value)
        entry = self.own(section)
        if isinstance(entry, dict) and self.is_plural(entry):
            return self.in_number(entry, value, args)
        word, _, rest = str(value).partition("-")
        found = entry.get(str(value), entry.get(word)) if isinstance(entry, dict) else None
        if found is None:
            if self.fallback is not None:
                return self.fallback.put(value, section, args)
            raise KeyError(self.lack(section, value, entry))
        if isinstance(found, dict):
            return self.in_number(found, args[COUNT], args)
        return self.fill(found, {**args, "n": rest})

    def lack(self, section: str, value: object, entry: object) -> str:
        """What is missing where a value should be put into words."""
        if not isinstance(entry, dict):
            return f"no texts {section!r} in {self.language}"
        forms = PLURALS[self.language][1]
        if entry and entry.keys() <= forms:
            return f"texts {section!r} in {self.language} have only {', '.join(entry)} of {', '.join(sorted(forms))}"
        return f"no text {section}.{value} in {self.language}"

    def is_plural(self, entry: dict[str, Any]) -> bool:
        return entry.keys() == PLURALS[self.language][1]

    def in_number(self, forms: dict[str, str], number: Any, args: dict[str, Any]) -> str:
        plural, _ = PLURALS[self.language]
        return self.fill(forms[plural(int(number))], {**args, "n": number})

    def name(self, player: int) -> str:
        return self.names[player] if player < len(self.names) else str(player + 1)

    def join(self, parts: list[str]) -> str:
        if len(parts) < 2:
            return "".join(parts)
        joiner = self.find("list.and") or ", "
        return ", ".join(parts[:-1]) + joiner + parts[-1]


def given(args: dict[str, Any], name: str, template: str) -> Any:
    """The argument that a text uses."""
    if name not in args:
        raise KeyError(f"the text {template!r} uses {name!r}; its arguments are {', '.join(args) or 'none'}")
    return args[name]


def load(package: str) -> dict[str, Texts]:
    """The texts of a package: text/<language>.toml. English is required and is the fallback for other languages."""
    folder = resources.files(package) / "text"
    english = Texts(ENGLISH, read(folder / f"{ENGLISH}.toml"))
    others = [language for language in LANGUAGES if language != ENGLISH]
    found = {language: Texts(language, read(folder / f"{language}.toml"), (), english) for language in others}
    return {ENGLISH: english, **found}


def read(file: Traversable) -> dict[str, Any]:
    """Empty if the file is missing, unless it is English."""
    if file.name != f"{ENGLISH}.toml" and not file.is_file():
        return {}
    return tomllib.loads(file.read_text(encoding="utf-8"))


def keys(entries: dict[str, Any], language: str, prefix: str = "") -> set[str]:
    """All dotted keys; plural tables count as one key, so that languages with other forms compare equal."""
    _, forms = PLURALS[language]
    found: set[str] = set()
    for name, entry in entries.items():
        if isinstance(entry, dict) and entry.keys() != forms:
            found |= keys(entry, language, f"{prefix}{name}.")
        else:
            found.add(prefix + name)
    return found

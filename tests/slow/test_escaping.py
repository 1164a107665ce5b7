"""Data escaped for a component match the grammar's production for it."""

from typing import get_args

import pytest
from hypothesis import given

import absolutize
from absolutize.uri.escaping import Component
from tests.uri.test_escaping import MEMO, PLAIN

PRODUCTIONS = {"query": "search", "fragment": "fragmentid", "segment": "url:segment", "reg_name": "xalphas"}

COMPONENTS = [
    pytest.param(rules, component, id=f"{rules} {component}")
    for rules in absolutize.RULE_SETS
    for component in get_args(Component)
    if (rules, component) != ("rfc1630", "userinfo")  # has no escapes: see tests/uri
]


@pytest.mark.parametrize(("rules", "component"), COMPONENTS)
@given(data=PLAIN)
def test_it_is_the_component_that_the_grammar_has(rules: str, component: Component, data: str) -> None:
    """Escaped data match the component's production, and unescaping gives back the original."""
    escaped = absolutize.escape(data, component, rules=rules)
    assert absolutize.unescape(escaped, rules=rules) == data
    rule_set = absolutize.RULE_SETS[rules]
    production = PRODUCTIONS.get(component, "xalphas") if rules in MEMO else component
    if rule_set.read_grammar is not None and production in rule_set.grammar:
        assert rule_set.matches(production, escaped, reading="intended")

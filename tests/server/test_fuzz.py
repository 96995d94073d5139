"""Every request that the API describes, with values that it allows and values that it forbids."""

from __future__ import annotations

from contextlib import suppress

from hypothesis import HealthCheck, given, settings
from hypothesis.errors import Unsatisfiable

from server_in_thread import Running

EXAMPLES = 6  # for each operation and mode
ENDLESS = "/stream"


def test_whatever_is_sent_the_api_answers_as_it_promises(server: Running) -> None:
    import schemathesis  # noqa: PLC0415 - takes seconds, in every process that collects tests
    from schemathesis import GenerationMode  # noqa: PLC0415
    from schemathesis.checks import not_a_server_error  # noqa: PLC0415
    from schemathesis.specs.openapi.checks import response_schema_conformance  # noqa: PLC0415

    schema = schemathesis.openapi.from_url(f"{server.url}/api/openapi.json")
    tried = 0
    for result in schema.get_all_operations():
        operation = result.ok()
        if operation.path.endswith(ENDLESS):
            continue
        tried += 1
        for mode in GenerationMode:

            @settings(
                max_examples=EXAMPLES,
                deadline=None,
                database=None,
                suppress_health_check=list(HealthCheck),
            )
            @given(case=operation.as_strategy(generation_mode=mode))
            def send(case: schemathesis.Case) -> None:
                case.call_and_validate(checks=[not_a_server_error, response_schema_conformance])

            with suppress(Unsatisfiable):  # nothing can be wrong where nothing is sent
                send()
    assert tried > 15

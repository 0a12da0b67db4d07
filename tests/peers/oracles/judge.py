"""What vendors' own packages say of projections: questions as JSON lines on standard input, answers on standard output.

It is run by the Python of `.venv-oracles`, which knows nothing of gonogo. A question is `{"oracle", ...}`; its answer
is `{"faults": [text, ...]}`.
"""

# mypy: ignore-errors
# The packages stand in another environment than the one in which types are checked.

import copy
import functools
import json
import sys
from typing import Any


@functools.cache
def _tokenizer() -> Any:
    from llguidance import LLTokenizer  # noqa: PLC0415 - each oracle is loaded when it is asked

    return LLTokenizer("byte")


def llguidance(question: dict[str, Any]) -> list[str]:
    """Compile a schema; then read each of the texts by it, which are to be accepted."""
    from llguidance import LLMatcher  # noqa: PLC0415

    grammar = LLMatcher.grammar_from_json_schema(json.dumps(question["schema"]))
    fault = LLMatcher.validate_grammar(grammar, _tokenizer())
    if fault:
        return [fault]
    faults = []
    for value in question.get("accepts", ()):
        matcher = LLMatcher(_tokenizer(), grammar)
        tokens = _tokenizer().tokenize_str(json.dumps(value, ensure_ascii=False, separators=(",", ":")))
        taken = matcher.try_consume_tokens(tokens)
        if taken != len(tokens) or not matcher.is_accepting():
            faults.append(f"refuses {json.dumps(value)} at token {taken}")
    return faults


def strict_fixpoint(question: dict[str, Any]) -> list[str]:
    """OpenAI's own conversion to strict has nothing left to change."""
    from agents.exceptions import UserError  # noqa: PLC0415
    from agents.strict_schema import ensure_strict_json_schema  # noqa: PLC0415

    try:
        made = ensure_strict_json_schema(copy.deepcopy(question["schema"]))
    except (UserError, TypeError, ValueError) as error:
        return [f"{type(error).__name__}: {error}"]
    return [] if made == question["schema"] else [f"would be {json.dumps(made)}"]


def openai_types(question: dict[str, Any]) -> list[str]:
    """The parameter types of the OpenAI client."""
    from openai.types import responses, shared_params  # noqa: PLC0415
    from openai.types.chat import ChatCompletionFunctionToolParam  # noqa: PLC0415

    kinds = {
        "chat": ChatCompletionFunctionToolParam,
        "responses": responses.FunctionToolParam,
        "format": shared_params.ResponseFormatJSONSchema,
    }
    return _typed(kinds[question["kind"]], question["value"])


def anthropic_types(question: dict[str, Any]) -> list[str]:
    """The parameter types of the Anthropic client."""
    from anthropic.types import ToolParam  # noqa: PLC0415

    return _typed(ToolParam, question["value"])


def _typed(kind: Any, value: Any) -> list[str]:
    from pydantic import TypeAdapter, ValidationError  # noqa: PLC0415

    try:
        read = TypeAdapter(kind).validate_python(copy.deepcopy(value))
    except ValidationError as error:
        return [str(error)]
    return [] if json.loads(json.dumps(read)) == value else [f"read as {json.dumps(read)}"]


def gemini_declaration(question: dict[str, Any]) -> list[str]:
    """google-genai's model of a declaration, which refuses unknown keys at every depth of `parameters`."""
    from google.genai import types  # noqa: PLC0415
    from pydantic import ValidationError  # noqa: PLC0415

    try:
        read = types.FunctionDeclaration.model_validate(question["value"])
        if "parametersJsonSchema" in question["value"]:
            types.JSONSchema.model_validate(question["value"]["parametersJsonSchema"])
    except ValidationError as error:
        return [str(error)]
    unknown = _unknown_types(question["value"].get("parameters"))
    return [*unknown, *([] if read.name == question["value"]["name"] else ["another name"])]


def _unknown_types(schema: Any) -> list[str]:
    known = {"STRING", "NUMBER", "INTEGER", "BOOLEAN", "ARRAY", "OBJECT", "NULL"}
    if not isinstance(schema, dict):
        return []
    own = schema.get("type")
    faults = [] if own is None or own in known else [f"type {own}"]
    inner = [*schema.get("properties", {}).values(), schema.get("items"), *schema.get("anyOf", ())]
    if own is None and "anyOf" not in schema:
        faults.append("no type")
    if own == "ARRAY" and "items" not in schema:
        faults.append("items: missing field")
    return [*faults, *(fault for each in inner for fault in _unknown_types(each))]


@functools.cache
def _converse() -> Any:
    import botocore.session  # noqa: PLC0415

    service = botocore.session.get_session().get_service_model("bedrock-runtime")
    return service.operation_model("Converse").input_shape


def bedrock_converse(question: dict[str, Any]) -> list[str]:
    """botocore's validator of a Converse request."""
    from botocore.validate import ParamValidator  # noqa: PLC0415

    request = {"modelId": "m", "messages": [], "toolConfig": question["value"]}
    report = ParamValidator().validate(request, _converse()).generate_report()
    return [report] if report else []


def agent_card(question: dict[str, Any]) -> list[str]:
    """a2a-sdk reads the card, finds nothing missing, and writes the same card again."""
    from a2a.types import AgentCard  # noqa: PLC0415
    from a2a.utils.proto_utils import validate_proto_required_fields  # noqa: PLC0415
    from google.protobuf.json_format import MessageToDict, ParseDict, ParseError  # noqa: PLC0415

    try:
        message = ParseDict(question["value"], AgentCard())
        validate_proto_required_fields(message)
    except (ParseError, ValueError) as error:
        return [str(error)]
    except Exception as error:  # noqa: BLE001 - the SDK's error of missing fields derives from nothing public
        return [f"{type(error).__name__}: {getattr(error, 'data', error)}"]
    written = MessageToDict(message)
    return [] if written == question["value"] else [f"written as {json.dumps(written)}"]


ORACLES = {
    each.__name__: each
    for each in (
        llguidance,
        strict_fixpoint,
        openai_types,
        anthropic_types,
        gemini_declaration,
        bedrock_converse,
        agent_card,
    )
}

if __name__ == "__main__":
    for line in sys.stdin:
        asked = json.loads(line)
        sys.stdout.write(json.dumps({"faults": ORACLES[asked["oracle"]](asked)}) + "\n")
        sys.stdout.flush()

"""Every code that a problem's issues can carry: one table, to which later doors add rows."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Code:
    """One kind of fault.

    Attributes:
        name: what stands in an issue; for a failed keyword, the keyword itself.
        meaning: what is wrong, in half a sentence.
        hint: what to do about it; issues may carry a more exact one.
        stage: where it is found: `size`, `text`, `value`, `contract`, or `door` for what a host adds.
    """

    name: str
    meaning: str
    hint: str
    stage: str


_ROWS = (
    Code("too_large", "the payload is larger than the limit", "send less, or send it in parts", "size"),
    Code("too_deep", "the payload is nested deeper than the limit", "nest less deep", "size"),
    Code("too_many_nodes", "the payload holds more values than the limit", "send fewer values", "size"),
    Code("not_json", "the text is not JSON", "send one JSON value, written as RFC 8259 says", "text"),
    Code("not_utf8", "the text is not UTF-8", "encode the text as UTF-8", "text"),
    Code("byte_order_mark", "the text starts with a byte-order mark", "send the text without the mark", "text"),
    Code("code_fence", "the text stands in a code fence", "send the bare JSON, without the fence", "text"),
    Code("trailing_text", "text follows the JSON value", "send one JSON value and nothing behind it", "text"),
    Code("duplicate_key", "an object holds one key twice", "send every key once", "text"),
    Code("lone_surrogate", "a text holds half of a surrogate pair", "send whole Unicode characters", "text"),
    Code("not_finite", "a number is NaN or infinite", "send a finite number, or null where it may be absent", "text"),
    Code("number_range", "a number is out of range", "send a number of less magnitude", "text"),
    Code("key_not_text", "a key is not text", "make every key a string", "value"),
    Code("foreign_type", "a value is of no JSON type", "make it a dict, list, str, int, float, bool or None", "value"),
    Code("not_an_object", "the arguments are not an object", "send the arguments as one JSON object", "value"),
    Code("type", "a value is of another type", "send a value of the expected type", "contract"),
    Code("stringified_json", "a value is written as text", "send the JSON value itself, not text that holds it", "contract"),
    Code("const", "a value is not the one that is fixed", "send exactly the expected value", "contract"),
    Code("enum", "a value is none of those listed", "send one of the expected values", "contract"),
    Code("required", "a property is missing", "add the property", "contract"),
    Code("dependentRequired", "a property is missing beside another", "add the property", "contract"),
    Code("additionalProperties", "an undeclared key is present", "keep only the expected names", "contract"),
    Code("unevaluatedProperties", "an undeclared key is present", "keep only the expected names", "contract"),
    Code("forbidden", "a value must be absent here", "leave it out", "contract"),
    Code("propertyNames", "a key is not a permitted name", "use only permitted names", "contract"),
    Code("minProperties", "an object has too few properties", "add properties", "contract"),
    Code("maxProperties", "an object has too many properties", "leave out properties", "contract"),
    Code("items", "a list has items that may not be there", "keep only the expected number of items", "contract"),
    Code("unevaluatedItems", "a list has items that may not be there", "keep only the expected number of items", "contract"),
    Code("minItems", "a list has too few items", "add items", "contract"),
    Code("maxItems", "a list has too many items", "leave out items", "contract"),
    Code("uniqueItems", "a list holds one item twice", "send every item once", "contract"),
    Code("contains", "a list lacks an item of the expected form", "add an item of the expected form", "contract"),
    Code("minContains", "a list has too few items of the expected form", "add items of the expected form", "contract"),
    Code("maxContains", "a list has too many items of one form", "leave out items of that form", "contract"),
    Code("minimum", "a number is too small", "send a number of at least the expected one", "contract"),
    Code("exclusiveMinimum", "a number is too small", "send a number greater than the expected one", "contract"),
    Code("maximum", "a number is too large", "send a number of at most the expected one", "contract"),
    Code("exclusiveMaximum", "a number is too large", "send a number less than the expected one", "contract"),
    Code("multipleOf", "a number is not a multiple", "send a multiple of the expected number", "contract"),
    Code("minLength", "a text is too short", "send at least the expected number of characters", "contract"),
    Code("maxLength", "a text is too long", "send at most the expected number of characters", "contract"),
    Code("pattern", "a text does not match the pattern", "send text that matches the expected pattern", "contract"),
    Code("format", "a text is not of the format", "send text of the expected format", "contract"),
    Code("contentEncoding", "a text is not in the encoding", "send the bytes in base64", "contract"),
    Code("not", "a value is of a form that is excluded", "send a value of another form", "contract"),
    Code("anyOf", "a value has none of the permitted forms", "send one of the permitted forms", "contract"),
    Code("oneOf", "a value does not have exactly one of the permitted forms", "send exactly one of them", "contract"),
    Code("not_explained", "the payload breaks the contract, and the explanation ran out of budget", "compare the payload with the contract", "contract"),
    Code("not_decided", "the engine gave up before it knew the answer", "send shorter texts and plainer values", "contract"),
    Code("unknown_tool", "no tool has this name", "call one of the tools that are listed", "door"),
    Code("not_read_only", "the tool does not say that it changes nothing", "call it by call_tool", "door"),
    Code("source_unavailable", "the source that the tool asks is down", "try again later", "door"),
    Code("handler_failed", "the tool failed", "do not send the same call again at once", "door"),
    Code("not_sendable", "a value has no form in the request that the tool sends", "send a plainer value, or leave it out", "door"),
    Code("timed_out", "the tool took longer than it may", "try again later, or ask for less", "door"),
    Code("upstream_status", "the service answered with an error", "see the status, and what the service says", "door"),
    Code("upstream_redirect", "the service sends elsewhere", "ask the host's author for the service's new base URL", "door"),
    Code("upstream_media_type", "the service answered in a media type that its document does not name", "ask the service's author to mend it", "door"),
    Code("upstream_not_json", "the service's answer is no strict JSON", "ask the service's author to mend it", "door"),
    Code("upstream_too_large", "the service's answer is larger than the limit", "ask for less", "door"),
    Code("upstream_malformed", "the service's answer is no HTTP that can be read", "ask the service's author to mend it", "door"),
    Code("upstream_unreachable", "the service cannot be reached", "try again later", "door"),
    Code("address_refused", "the service's address may not be called", "ask the host's author to permit it", "door"),
    Code("no_credentials", "the host has no credentials for the service", "ask the host's author to set them", "door"),
    Code("credentials_refused", "the host got no token for the service", "ask the host's author to look at the credentials", "door"),
    Code("no_contract", "the tool has no usable contract to judge by", "ask the server's author for a valid schema", "door"),
    Code("no_structured_content", "a result lacks the structured content that was promised", "ask the server's author to send it", "door"),
    Code("no_answer", "the server did not answer", "try again later", "door"),
    Code("malformed_answer", "the server's answer is not of the protocol's form", "ask the server's author to mend it", "door"),
    Code("repeated_fault", "the same fault came again and again", "do not call the tool with this again; ask a person", "door"),
    Code("tool_failed", "the server says that the tool failed", "read the server's words", "door"),
    Code("unknown_handoff", "no handoff has this name", "hand over by one of the handoffs that are declared", "door"),
    Code("no_routes", "the handoff has no usable route table", "ask the host's author for routes/NAME.json", "door"),
    Code("no_route", "no route takes the handoff", "mend what the routes ask for, or do not hand over", "door"),
    Code("other_target", "the handoff names another target than its route", "name the expected target", "door"),
    Code("rule_failed", "a routing rule could not decide", "ask the host's author to mend the rule", "door"),
    Code("unknown_state", "no state has this name or identifier", "name a state that is declared", "door"),
    Code("unknown_version", "the checkpoint is of a version that is newer, or that nobody knows", "resume it with contracts that know the version", "door"),
    Code("no_migration", "no migration leads to the current version", "ask the host's author for migrations/NAME/FROM-TO.json", "door"),
    Code("migration_failed", "a migration did not go through", "ask the host's author to mend the migration", "door"),
    Code("other_run", "the checkpoint belongs to another run, or to another place in this one", "restore the row from a backup", "door"),
    Code("conflict", "another writer has written a checkpoint of this run since", "resume the run, and go on from there", "door"),
    Code("no_run", "the run has no checkpoint", "start the run", "door"),
    Code("no_store", "the host keeps no checkpoints", "make the host with a store", "door"),
    Code("store_full", "there is no room for another checkpoint", "make room, and write it again", "door"),
    Code("store_locked", "somebody else holds the store", "try again", "door"),
    Code("store_lost", "the store cannot be reached", "resume the run once the store is back", "door"),
    Code("store_damaged", "the store cannot be read", "restore it from a backup", "door"),
    Code("store_failed", "the store answered with an error", "look at the store", "door"),
    Code("stale", "the payload is older than its contract allows", "ask for it anew", "door"),
)  # fmt: skip

CODES: Mapping[str, Code] = {row.name: row for row in _ROWS}
"""The rows by name."""

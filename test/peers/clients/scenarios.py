import json
import os

from ringkey import RingkeyError
from ringkey.testing import TestService


def told(shown):
    steps = [[each["mode"], each["status"], each.get("reason")] for each in shown["steps"]]
    return [shown["status"], shown["reason"], steps]


def refused(act):
    try:
        act()
    except RingkeyError as error:
        return [error.code, error.status, error.retry_after and int(error.retry_after)]


say = lambda *words: print(json.dumps(words, separators=(",", ":")))

service = TestService()
ringkey = service.client(retries=0)
pending = []
for phone, plan in json.loads(os.environ["SCENARIOS"]):
    steps = [{"mode": mode, "seconds": 60} for mode in plan]
    refusal = refused(lambda: pending.append(ringkey.create(phone, steps, code="4321")["id"]))
    if refusal:
        say(phone, plan, *refusal)
for seconds in json.loads(os.environ["MOMENTS"]):
    service.advance(seconds)
    for id in pending:
        say(*told(ringkey.read(id)))

ringkey = (service := TestService()).client()
first = ringkey.create("+79000000100", code="4321", client="anna", idempotency_key="one")
again = ringkey.create("+79000000100", code="4321", client="anna", idempotency_key="one")
say("again", first["id"] == again["id"], ringkey.check(first["id"], "1111")["attempts_left"])
say("next", *refused(lambda: ringkey.next(first["id"])))
say("canceled", ringkey.cancel(first["id"])["status"], ringkey.cancel(first["id"])["status"])
say("ended", *refused(lambda: ringkey.check(first["id"], "4321")))
second = ringkey.create("+79000000100", [{"mode": "inbound"}, {"mode": "voice"}], code="4321", client="anna")
say("next", *told(ringkey.next(second["id"])))
say("approved", ringkey.check_phone("+79000000100", "4321")["status"], *told(ringkey.read(second["id"])))
say("listed", [each["id"] for each in ringkey.list(client="anna")], len(list(ringkey.list(status="pending"))))
say("unknown", *refused(lambda: ringkey.read("vf_1")))
began = service.now
third = ringkey.create("+79000000100", [{"mode": "flash"}], expires_in=60, attempts=1)
say("expired", *told(ringkey.wait_for_end(third["id"])), service.now - began)
fourth = ringkey.create("+79000000107", [{"mode": "flash"}], attempts=1)
say("typed wrong", ringkey.check(fourth["id"], "1")["status"], *told(ringkey.read(fourth["id"])))
say("rests", *refused(lambda: ringkey.create("+79000000117")), service.now - began)

import asyncio
import os

from ringkey import AsyncRingkey, Ringkey, RingkeyError, verify_webhook

env = os.environ
ringkey = Ringkey(env["RINGKEY_URL"], env["RINGKEY_KEY"])


def refusal(act):
    try:
        act()
    except RingkeyError as error:
        return error
    raise AssertionError("not refused")


busy = ringkey.create("+79000000102", [{"mode": "flash"}], client="exercise")
print("busy", ringkey.wait_for_end(busy["id"])["reason"])


async def wait():
    client = AsyncRingkey(env["RINGKEY_URL"], env["RINGKEY_KEY"])
    created = await client.create("+79000000120", [{"mode": "inbound"}], client="exercise")
    ended = await client.wait_for_end(created["id"])
    assert (await client.read(created["id"])) == ended
    typed = await client.create("+79000000100", [{"mode": "flash"}, {"mode": "voice"}], code="4321")
    assert not (await client.check(typed["id"], "1111"))["valid"]
    for act, code in ((client.next, "step_in_progress"), (client.cancel, None), (client.cancel, None)):
        try:
            assert (await act(typed["id"]))["status"] == "canceled" and code is None
        except RingkeyError as error:
            assert error.code == code
    await client.create("+79000000100", code="4321")
    assert (await client.check_phone("+79000000100", "4321"))["status"] == "approved"
    assert (await client.request("GET", "/v2/verifications?limit=1"))["next_cursor"] is not None
    return ended["status"], [each["client"] async for each in client.list(client="exercise")]


status, listed = asyncio.run(wait())
print("inbound", status)
print("listed", len(listed), len(list(ringkey.list(client="exercise"))))
typed = ringkey.create("+79000000100", code="4321")
print("wrong code", ringkey.check(typed["id"], "1111")["attempts_left"])
print("checked", ringkey.check_phone("+79000000100", "4321")["status"])
asked = ringkey.create(
    "+79000000106", [{"mode": "voice", "confirm": "key"}], consent={"at": "2026-01-15T12:00:00Z", "text": "I agree"}
)
own = [ringkey.create("+79000000122", [{"mode": "inbound"}], idempotency_key="mine") for _ in range(2)]
print("own key", own[0]["id"] == own[1]["id"])
print("qr", ringkey.read(own[0]["id"], qr="svg")["inbound"]["qr"].startswith("<svg"))
print("key", len(asked["hint"]["key"]))
print("ended", refusal(lambda: ringkey.cancel(typed["id"])).code)
poor = refusal(lambda: ringkey.create("+79000000110"))
print("refused", poor.code, poor.status, poor.request_id is not None)
print("wrong", "/phone" in str(refusal(lambda: ringkey.create("12"))))
print("v1", ringkey.request("POST", "/v1.0/initCall", {"phone": "79000000100"})["status"])
print("v1 refused", refusal(lambda: ringkey.request("POST", "/v1.0/initCall", {"phone": "79000000110"})).code)
print("repeated", Ringkey(env["SCRIPTED_URL"], "k.1").create("+7")["id"])
print("not repeated", refusal(lambda: Ringkey(env["SCRIPTED_URL"], "k.1").check("vf_2", "1")).code)
scripted = Ringkey(env["SCRIPTED_URL"], "k.1")
print("posted once", refusal(lambda: scripted.request("POST", "/v1.0/initCall", {"phone": "79161234567"})).code)
print("told with HTTP 200", refusal(lambda: scripted.request("POST", "/v1.0/initCall", {"phone": "7"})).code)
moved = refusal(lambda: scripted.check("vf_3", "1"))
print("moved", moved.code, moved.status)
print("cut off", refusal(lambda: scripted.check("vf_3", "1")).code)
headers = {f"Webhook-{name}": env[f"WEBHOOK_{name.upper()}"] for name in ("Id", "Timestamp", "Signature")}
body = env["WEBHOOK_BODY"].encode()
print("webhook", verify_webhook(body, headers, env["WEBHOOK_SECRET"])["type"])
print("webhook", refusal(lambda: verify_webhook(body + b" ", headers, env["WEBHOOK_SECRET"])).code)
try:
    verify_webhook(body, headers, env.get("NO_SECRET"))
except ValueError as error:
    print(error)
seen = []
nobody = Ringkey("http://127.0.0.1:9", "k.1", retries=1, on_try=seen.append, sleep=lambda seconds: None)
refusal(lambda: nobody.read("vf_1", wait=1))
print("tries", *(f"{each.method} {each.path} {each.status} {each.code} {each.pause is not None}" for each in seen))


async def tried():
    seen.clear()
    once = AsyncRingkey("http://127.0.0.1:9", "k.1", retries=0, on_try=seen.append)
    try:
        await once.read("vf_1")
    except RingkeyError as error:
        assert (error.code, len(seen), seen[0].pause) == ("no_answer", 1, None)


asyncio.run(tried())

import asyncio
import os

from ringkey import AsyncRingkey

COUNT = 1000


async def main():
    # Nothing here ends because a time is over.
    client = AsyncRingkey(os.environ["RINGKEY_URL"], "k.1", timeout=3600)
    waits = [asyncio.create_task(client.wait_for_end(f"vf_{n}")) for n in range(COUNT)]
    print("waiting", (await client.request("GET", f"/open/{COUNT}"))["open"])
    print("the pool of the loop is", await asyncio.to_thread(lambda: "free"))
    left, kept, last = waits[: COUNT // 2], waits[COUNT // 2 : -1], waits[-1]
    for each in left:
        each.cancel()
    print("after half were cancelled", (await client.request("GET", f"/open/{COUNT // 2}"))["open"])
    await client.request("POST", "/approve", [f"vf_{n}" for n in range(COUNT // 2, COUNT - 1)])
    ended = await asyncio.gather(*kept)
    print("approved", sum(each["status"] == "approved" for each in ended))
    print("left", sum(each.cancelled() for each in left), "waits on", not last.done())


asyncio.run(main())
print("ended")

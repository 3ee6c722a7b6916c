import { once } from 'node:events'
import { connect } from 'node:net'
import { expect } from 'vitest'
import { signedHeaders } from '../../../server/src/webhooks/signature.ts'
import { eventually } from '../../../server/test/service.ts'
import { type begin, patienceMs } from './program.ts'

const body = '{"callId":"424242","clientNumber":"79161234567","regionName":"Москва"}'
const skewSeconds = 310
const signature = (text: string) => ({ 'webhook-signature': text })

/** Resolves when the port accepts connections. */
export async function listening(url: string, patienceMs: number): Promise<void> {
  const status = () =>
    fetch(url, { method: 'POST' }).then(
      ({ status }) => status,
      () => 0,
    )
  await eventually(status, (found) => found !== 0, patienceMs)
}

/** What a receiver without a secret must not take: anybody can sign with an empty key. */
export async function sendSignedWithNothing(url: string): Promise<number> {
  const headers = { ...signedHeaders(['whsec_'], 'msg_1', Math.floor(Date.now() / 1000), body) }
  return (await fetch(url, { method: 'POST', headers, body })).status
}

/** Ends the program, whose receiver is at `url`, once it has shown what it takes. */
export async function expectReceives(
  run: ReturnType<typeof begin>,
  url: string,
  secret: string,
): Promise<void> {
  try {
    await listening(url, patienceMs)
    await expectGuarded(url, secret)
    expect(run.heard.text).toContain('confirmed 424242')
    expect(run.heard.text).not.toContain('424243')
  } finally {
    run.stop()
    await run.ended
  }
}

/** What everybody may send to a receiver: it confirms what is signed, refuses the rest and stays there. */
export async function expectGuarded(url: string, secret: string): Promise<void> {
  const nowSeconds = Math.floor(Date.now() / 1000)
  const signed = (secrets: readonly string[], atSeconds: number) => ({
    ...signedHeaders(secrets, 'msg_1', atSeconds, body),
  })
  const good = signed([secret], nowSeconds)
  const send = async (headers: Record<string, string>, sent: string | Buffer = body) =>
    (await fetch(url, { method: 'POST', headers, body: sent })).status
  const otherSecret = `whsec_${Buffer.alloc(24, 7).toString('base64')}`

  expect({
    signed: await send(good),
    ofTwoSecrets: await send(signed([otherSecret, secret], nowSeconds)),
    changed: await send(good, body.replace('424242', '424243')),
    printedAgain: await send(good, JSON.stringify(JSON.parse(body), null, 1)),
    late: await send(signed([secret], nowSeconds - skewSeconds)),
    early: await send(signed([secret], nowSeconds + skewSeconds)),
    laterStamp: await send({ ...good, 'webhook-timestamp': String(nowSeconds + 1) }),
    stampOfWords: await send({ ...good, 'webhook-timestamp': '²' }),
    otherSecret: await send(signed([otherSecret], nowSeconds)),
    unsigned: await send({}),
    nonsense: await send({ ...good, ...signature('nonsense') }),
    noBase64: await send({ ...good, ...signature('v1,é') }),
    noText: await send(good, Buffer.from([0xff, 0xfe, 0])),
  }).toEqual({
    signed: 204,
    ofTwoSecrets: 204,
    changed: 401,
    printedAgain: 401,
    late: 401,
    early: 401,
    laterStamp: 401,
    stampOfWords: 401,
    otherSecret: 401,
    unsigned: 401,
    nonsense: 401,
    noBase64: 401,
    noText: 401,
  })

  // A client that disconnects early, or never finishes its request, does not affect others.
  for (const leaves of [true, false]) {
    const { hostname, port } = new URL(url)
    const slow = connect(Number(port), hostname).on('error', () => {})
    await once(slow, 'connect')
    slow.write('POST /hook HTTP/1.1\r\nHost: hook\r\nContent-Length: 100\r\n\r\n{')
    if (leaves) slow.resetAndDestroy()
    // Its request is there before ours: both are on this machine, and this one waits for an answer.
    expect([leaves, await send({}), await send(good)]).toEqual([leaves, 401, 204])
    slow.destroy()
  }
}

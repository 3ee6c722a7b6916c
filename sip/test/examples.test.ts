// The examples of the README are run exactly as they are printed there.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import {
  DigestServer,
  Headers,
  openTransports,
  respond,
  sdpBody,
  systemClock,
  systemRandom,
  UserAgent,
} from '@ringkey/sip'
import { afterEach, expect, it } from 'vitest'
import { answerAndSpeak } from '../examples/answer-and-speak.ts'
import { letItRing } from '../examples/let-it-ring.ts'
import { stayRegistered } from '../examples/stay-registered.ts'

const open: UserAgent[] = []
afterEach(async () => {
  for (const agent of open.splice(0)) await agent.close()
})

async function listening() {
  const listen = [{ transport: 'udp', address: '127.0.0.1', port: 0 }] as const
  const transport = await openTransports({ clock: systemClock, listen })
  return { transport, port: transport.advertised('udp')!.port }
}

it.each(['let-it-ring', 'answer-and-speak', 'stay-registered'])(
  'README example %s: is printed in the README unchanged',
  (name) => {
    const read = (path: string): string => readFileSync(fileURLToPath(new URL(path, import.meta.url)), 'utf8')
    expect(read('../README.md')).toContain(`\`\`\`ts\n${read(`../examples/${name}.ts`)}\`\`\``)
  },
)

it('README example: lets a phone ring', async () => {
  const { transport, port } = await listening()
  open.push(new UserAgent({ transport, onCall: (call) => call.ring() }))
  const end = await letItRing(`sip:phone@127.0.0.1:${port}`, 'sip:+74951230042@127.0.0.1', 20)
  expect(end).toMatchObject({ kind: 'cancelled', response: { status: 487 }, crossed: false })
})

it('README example: answers and speaks', async () => {
  const callee = await listening()
  await callee.transport.close()
  const prompt = new Uint8Array(1600).fill(0x55)
  // One pair of ports for one call; SIP listens on a port that was just found to be free.
  open.push(await answerAndSpeak(prompt, callee.port, [callee.port + 1 + (callee.port % 2), callee.port + 4]))
  const { transport } = await listening()
  const caller = new UserAgent({ transport })
  open.push(caller)
  const offer =
    'v=0\r\no=- 1 1 IN IP4 127.0.0.1\r\ns=-\r\nc=IN IP4 127.0.0.1\r\nt=0 0\r\nm=audio 9 RTP/AVP 8\r\n'
  let answer = ''
  const call = caller.call({
    to: `sip:robot@127.0.0.1:${callee.port}`,
    from: 'sip:us@127.0.0.1',
    body: sdpBody(offer),
    onAnswer: (response) => {
      answer = Buffer.from(response.body).toString()
    },
  })
  expect(await call.ended).toMatchObject({ kind: 'hung-up', by: 'peer' })
  expect(answer).toContain('m=audio')
})

it('README example: registers with a password', async () => {
  const { transport, port } = await listening()
  const digest = new DigestServer({
    realm: 'ring',
    clock: systemClock,
    random: systemRandom,
    password: () => 'secret',
  })
  const registrar = new UserAgent({
    transport,
    otherMethods: ['REGISTER'],
    onRequest(transaction) {
      const { request } = transaction
      const verdict = digest.verify(request)
      const headers = new Headers()
      if (verdict.kind === 'accepted') headers.append('Expires', '600')
      else for (const line of digest.challenges()) headers.append('WWW-Authenticate', line)
      transaction.respond(respond(request, verdict.kind === 'accepted' ? 200 : 401, 'tag', { headers }))
    },
  })
  open.push(registrar)
  const { promise, resolve } = Promise.withResolvers<string>()
  const { agent, registration } = await stayRegistered(
    `sip:us@127.0.0.1:${port}`,
    { username: 'us', password: 'secret' },
    resolve,
  )
  open.push(agent)
  expect(await promise).toBe('registered for 600 s')
  await registration.stop()
})

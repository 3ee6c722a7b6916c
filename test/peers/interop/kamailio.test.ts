// Kamailio as registrar and as the proxy between two parties, over UDP, TCP and TLS, with MD5 and SHA-256.
import { isResponse, type RegistrationState, type TransportName } from '@ringkey/sip'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { Authority } from '../../../sip/test/certificates.ts'
import { type Kamailio, startKamailio } from './kamailio.ts'
import { type OurAgent, startAgent } from './our-agent.ts'
import { startSipp } from './sipp.ts'

const credentials = { username: 'alice', password: 'correct horse' }
const authority = new Authority()
const ends: Array<() => Promise<void>> = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})
afterAll(() => authority.remove())

async function us(more: Parameters<typeof startAgent>[0] = {}): Promise<OurAgent> {
  const certificate = authority.issue('ours', 'IP:127.0.0.1')
  const ours = await startAgent({
    transports: ['udp', 'tcp', 'tls'],
    tls: { ...certificate, caFile: authority.caFile },
    ...more,
  })
  ends.push(() => ours.close())
  return ours
}

describe.each<['MD5' | 'SHA-256']>([['MD5'], ['SHA-256']])('Kamailio with %s', (algorithm) => {
  let kamailio: Kamailio
  beforeAll(async () => {
    kamailio = await startKamailio(authority.issue('kamailio', 'IP:127.0.0.1'), algorithm)
  })
  afterAll(() => kamailio.end())

  const uri = (transport: TransportName) =>
    `sip:127.0.0.1:${transport === 'tls' ? kamailio.tlsPort : kamailio.port};transport=${transport}`

  /** Registers `user` and resolves with the first state that is not the beginning. */
  async function register(ours: OurAgent, user: string, transport: TransportName, password: string) {
    const { promise, resolve } = Promise.withResolvers<RegistrationState>()
    const registration = ours.agent.register({
      aor: `sip:${user}@127.0.0.1:${kamailio.port}`,
      proxy: uri(transport),
      credentials: { username: user, password },
      expiresS: 120,
      onChange: resolve,
    })
    return { registration, state: await promise }
  }

  describe.each<[TransportName]>([['udp'], ['tcp'], ['tls']])('over %s', (transport) => {
    it('registers us and lets us go again', async () => {
      const ours = await us()
      const { registration, state } = await register(ours, 'alice', transport, credentials.password)
      expect(state).toMatchObject({ kind: 'registered', expiresS: 120 })
      const challenge = ours.received.find((message) => message.kind === 'response' && message.status === 401)
      expect(challenge?.headers.get('WWW-Authenticate')).toContain(algorithm === 'MD5' ? 'realm' : 'SHA-256')
      await registration.stop()
      expect(registration.state.kind).toBe('stopped')
      const gone = await ours.agent.options({
        to: `sip:alice@127.0.0.1:${kamailio.port}`,
        from: 'sip:x@127.0.0.1',
      })
      expect(isResponse(gone) && gone.status).toBe(404)
    })

    it('refuses a wrong password', async () => {
      const ours = await us()
      const { registration, state } = await register(ours, 'alice', transport, 'wrong')
      expect(state).toMatchObject({ kind: 'failed', cause: { status: 401 } })
      await registration.stop()
    })

    it('brings our call to the callee and every request of it along its route', async () => {
      const ours = await us()
      const peer = await startSipp('callee-answers')
      ends.push(() => peer.end())
      const call = ours.agent.call({
        to: `sip:to${peer.port}@127.0.0.1:${kamailio.port}`,
        from: 'sip:alice@127.0.0.1',
        proxy: uri(transport),
        credentials,
        onAnswer: () => call.hangUp(),
      })
      expect(await call.ended).toMatchObject({ kind: 'hung-up', by: 'us' })
      await peer.finished()
      // The 200 of the BYE finds its way back through the proxy; without it the test runs out of time.
      const bye = ours.ladder.indexOf('> BYE')
      while (!ours.ladder.slice(bye).includes('< 200')) await new Promise(setImmediate)
    })

    it('brings our CANCEL to the callee', async () => {
      const ours = await us()
      const peer = await startSipp('callee-behind-proxy-rings-until-cancelled')
      ends.push(() => peer.end())
      const call = ours.agent.call({
        to: `sip:to${peer.port}@127.0.0.1:${kamailio.port}`,
        from: 'sip:alice@127.0.0.1',
        proxy: uri(transport),
        credentials,
        onProgress: () => call.hangUp(),
      })
      expect(await call.ended).toMatchObject({ kind: 'cancelled', response: { status: 487 } })
      await peer.finished()
    })

    it('brings a call from outside to where we registered', async () => {
      const { promise: answered, resolve } = Promise.withResolvers<unknown>()
      const ours = await us({
        onCall(call) {
          call.ring()
          call.answer()
          void call.ended.then(resolve)
        },
      })
      // SIPp calls the user "callee" of whatever it is pointed at.
      const { registration, state } = await register(ours, 'callee', transport, credentials.password)
      expect(state.kind).toBe('registered')
      const peer = await startSipp('caller-talks', { remotePort: kamailio.port })
      ends.push(() => peer.end())
      expect(await answered).toMatchObject({ kind: 'hung-up', by: 'peer' })
      await peer.finished()
      await registration.stop()
    })
  })
})

import { respond } from '@ringkey/sip'
import { afterEach, describe, expect, it } from 'vitest'
import {
  closeAll,
  fastClock,
  kinds,
  type Peer,
  place,
  startPeer,
  startRawPeer,
  startSip,
  trunkAt,
} from '../../../test/sip-and-peer.ts'
import { trunkUri } from './invite.ts'

afterEach(closeAll)

describe('an INVITE of the SIP thread', () => {
  it.each([
    [['from'], {}, { From: '+74951230042@' }],
    [['pai'], { authUser: 'me' }, { From: 'sip:me@', 'P-Asserted-Identity': '+74951230042@' }],
    [
      ['from', 'ppi'],
      { fromDomain: 'our.example' },
      { From: '+74951230042@our.example', 'P-Preferred-Identity': '+74951230042@our.example' },
    ],
    [
      ['rpid'],
      { fromUser: 'office' },
      { From: 'sip:office@', 'Remote-Party-ID': '+74951230042@127.0.0.1>;party=calling' },
    ],
    [
      ['ppi'],
      { authUser: 'me@ims.example', anonymousFrom: true, privacy: 'none' },
      { From: 'anonymous.invalid', Contact: '<sip:me@', Privacy: 'none' },
    ],
    [
      ['history-info'],
      { headers: { 'X-Account': '42', 'User-to-User': '56a3;encoding=hex' } },
      {
        'History-Info': '<sip:+74951230042@127.0.0.1>;index=1, <sip:+79161234567@127.0.0.1:',
        'X-Account': '42',
        'User-to-User': '56a3;encoding=hex',
      },
    ],
    [['rpid'], { privacy: 'id' }, { 'Remote-Party-ID': ';privacy=full', Privacy: 'id' }],
    [['diversion'], {}, { From: 'anonymous.invalid', Diversion: '+74951230042@127.0.0.1>;reason=' }],
  ] as const)('names the calling number in %j', async (callerPlaces, settings, expected) => {
    const peer = await startPeer()
    const { sip, events } = await startSip()
    sip.send({ kind: 'trunks', trunks: [trunkAt(peer.port, { callerPlaces, ...settings })] })
    sip.send({
      ...place,
      routes: [
        {
          trunk: 'north',
          called: '+79161234567',
          caller: '+74951230042',
          earlyMediaRings: false,
          sendsMedia: false,
        },
      ],
    })
    await expect.poll(() => kinds(events)).toEqual(['decided', 'settled', 'released'])
    for (const [header, text] of Object.entries(expected))
      expect(peer.invites[0]?.headers.get(header)).toContain(text)
    expect(peer.invites[0]?.uri).toBe(`sip:+79161234567@127.0.0.1:${peer.port}`)
  })

  it('reports the first 180 or 183 of a route that wants it, once', async () => {
    const peer = await startPeer()
    const { sip, events } = await startSip()
    sip.send({ kind: 'trunks', trunks: [trunkAt(peer.port)] })
    const route = { trunk: 'north', called: '1', caller: '2', earlyMediaRings: false, sendsMedia: false }
    sip.send({ ...place, routes: [{ ...route, reportsProgress: true }] })
    await expect.poll(() => kinds(events)).toEqual(['progressed', 'decided', 'settled', 'released'])
  })

  it('hands on the Retry-After of a 503', async () => {
    const peer = await startRawPeer(({ method }, answer) => {
      if (method === 'INVITE') answer(503, ['Retry-After', '42 (maintenance)'])
    })
    const { sip, events } = await startSip()
    sip.send({ kind: 'trunks', trunks: [trunkAt(peer.port)] })
    const routes = [{ trunk: 'north', called: '1', caller: '2', earlyMediaRings: false, sendsMedia: false }]
    sip.send({ ...place, routes })
    await expect.poll(() => kinds(events)).toContain('decided')
    expect(events[0]).toMatchObject({ result: { retryAfterMs: 42_000, verdict: { fault: 'route' } } })
  })

  it.each([
    [{ host: 'carrier.test', port: null }, 'sip:1@carrier.test;transport=udp'],
    [{ host: 'carrier.test', port: null, transport: 'tls' }, 'sip:1@carrier.test;transport=tls'],
    [{ host: 'carrier.test', port: 5062 }, 'sip:1@carrier.test:5062'],
    [{ host: '192.0.2.1', port: null }, 'sip:1@192.0.2.1'],
    [{ host: '[2001:db8::7]', port: null }, 'sip:1@[2001:db8::7]'],
  ] as const)('names its transport where NAPTR records could choose another: %j', (settings, uri) => {
    expect(trunkUri({ ...trunkAt(5060).settings, ...settings }, '1')).toBe(uri)
  })

  it('is not sent over a trunk that was removed, nor for a call that was admitted too long ago', async () => {
    const peer = await startPeer()
    const { sip, events } = await startSip()
    const routes = [{ trunk: 'north', called: '1', caller: '2', earlyMediaRings: false, sendsMedia: false }]
    sip.send({ ...place, routes })
    expect(events).toMatchObject([
      { kind: 'decided', result: { verdict: { reason: 'trunk full' } } },
      { kind: 'released' },
      { kind: 'settled', verdict: { completed: false, reason: 'trunk full' } },
    ])
    sip.send({ kind: 'trunks', trunks: [trunkAt(peer.port)] })
    events.length = 0
    sip.send({ ...place, id: 2, routes, ageMs: 2_001 })
    expect(events).toMatchObject([
      { kind: 'settled', verdict: { completed: false, reason: 'placed too late' } },
      { kind: 'released', leg: 0 },
    ])
    expect(peer.invites).toEqual([])
  })
})

describe('a further trunk of a call', () => {
  it('is requested from the main thread, and not used when it has no room', async () => {
    const peer = await startPeer()
    const { sip, events } = await startSip()
    const trunks = [
      { ...trunkAt(peer.port), name: 'north' },
      { ...trunkAt(peer.port), name: 'south' },
    ]
    sip.send({ kind: 'trunks', trunks: trunks.slice(1) })
    const routes = ['north', 'south'].map((trunk) => ({
      trunk,
      called: '+79161234567',
      caller: '+74951230042',
      earlyMediaRings: false,
      sendsMedia: false,
    }))
    sip.send({ ...place, routes })
    expect(kinds(events)).toEqual(['decided', 'released', 'claim'])
    sip.send({ kind: 'claimed', id: 1, leg: 1, granted: false })
    expect(events.at(-1)).toMatchObject({ kind: 'settled', verdict: { completed: false } })
    expect(kinds(events).filter((kind) => kind === 'released')).toHaveLength(1)

    events.length = 0
    sip.send({ ...place, id: 2, routes })
    sip.send({ kind: 'claimed', id: 2, leg: 1, granted: true })
    await expect.poll(() => kinds(events)).toContain('settled')
    expect(events.find(({ kind }) => kind === 'settled')).toMatchObject({ verdict: { completed: true } })
  })
})

describe('a watched trunk', () => {
  it('loses its registration and regains it', async () => {
    let isOpen = true
    let registers = 0
    const peer = await startPeer((transaction) => {
      registers += 1
      const { request } = transaction
      const response = respond(request, isOpen ? 200 : 503, 'registrar')
      if (isOpen)
        response.headers.append(
          'Contact',
          request.headers.get('Contact')!.replace(/expires=\d+/, 'expires=10'),
        )
      transaction.respond(response)
    })
    const { sip, events } = await startSip(fastClock)
    sip.send({ kind: 'trunks', trunks: [trunkAt(peer.port, { register: true, authUser: 'me' })] })
    const held = () => events.flatMap((event) => (event.kind === 'registration' ? [event.held] : []))
    await expect.poll(held).toContain(true)
    isOpen = false
    await expect.poll(() => held().at(-1)).toBe(false)
    isOpen = true
    await expect.poll(() => held().at(-1)).toBe(true)
    expect(registers).toBeGreaterThan(2)
  })

  it('is probed with OPTIONS; a 404 counts as an answer, a 503 does not', async () => {
    let status = 404
    const peer = await startPeer((transaction) =>
      transaction.respond(respond(transaction.request, status, 'peer')),
    )
    const { sip, events } = await startSip(fastClock)
    sip.send({ kind: 'trunks', trunks: [trunkAt(peer.port, { optionsSeconds: 5 })] })
    const answers = () => events.flatMap((event) => (event.kind === 'options' ? [event.answered] : []))
    await expect.poll(() => answers().at(-1)).toBe(true)
    status = 503
    await expect.poll(() => answers().at(-1)).toBe(false)
    sip.send({ kind: 'trunks', trunks: [] })
    const seen = answers().length
    await expect.poll(() => answers().length, { timeout: 1_000 }).toBeLessThanOrEqual(seen + 1)
  })
})

describe('a trunk whose OPTIONS are lost', () => {
  it('is up as long as it answers calls, and down when it does not', async () => {
    const peer = await startRawPeer(({ method }, answer) => {
      if (method === 'INVITE') answer(486)
    })
    const { sip, events } = await startSip(fastClock)
    sip.send({ kind: 'trunks', trunks: [trunkAt(peer.port, { optionsSeconds: 1 })] })
    const probes = () => events.filter((event) => event.kind === 'options')
    const said = 'timeout, but calls are answered'
    const kept = () => probes().filter((probe) => probe.answered && probe.said === said)
    const routes = [{ trunk: 'north', called: '1', caller: '2', earlyMediaRings: false, sendsMedia: false }]
    // A machine that stalls places no call for a while, and a probe in that time is rightly not answered.
    for (let id = 1; kept().length < 3; id++) {
      sip.send({ ...place, id, routes })
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
    expect(kept().at(-1)).toMatchObject({ servers: [{ said }] })
    await expect.poll(() => probes().at(-1)).toMatchObject({ answered: false })
  })
})

describe('an incoming call on the SIP thread', () => {
  const dial = (peer: Peer, to: string, from: string, headers: [string, string][] = []) =>
    peer.agent.call({ to, from, headers }).ended

  it('is refused with 486, reported with both numbers, and confirmed by its ACK', async () => {
    const peer = await startPeer()
    const { sip, events } = await startSip()
    sip.send({ kind: 'trunks', trunks: [trunkAt(peer.port, { incomingFormat: '8national:RU' })] })
    // A literal address needs no DNS, but the list is still filled asynchronously.
    await new Promise((resolve) => setImmediate(resolve))
    const end = await dial(peer, `sip:84951230001@127.0.0.1:${sip.port}`, 'sip:89169999999@x.example', [
      ['P-Asserted-Identity', '<sip:+79161234567;verstat=TN-Validation-Passed@x.example>'],
      ['Identity', `h.${Buffer.from('{"attest":"A"}').toString('base64url')}.s;info=<https://x.example>`],
    ])
    expect(end).toMatchObject({ kind: 'rejected', response: { status: 486 } })
    await expect.poll(() => kinds(events)).toEqual(['incoming', 'confirmed'])
    expect(events[0]).toMatchObject({
      trunk: 'north',
      called: '74951230001',
      identity: { believed: '79161234567', source: 'asserted', verstat: 'passed' },
      attestation: 'A',
    })
  })

  it('uses From without an assertion, and the called number from the place that the trunk uses', async () => {
    const peer = await startPeer()
    const { sip, events } = await startSip()
    const settings = { calledPlace: 'p-called-party-id', fromTrust: 'screened' } as const
    sip.send({ kind: 'trunks', trunks: [trunkAt(peer.port, settings)] })
    await new Promise((resolve) => setImmediate(resolve))
    await dial(peer, `sip:ours@127.0.0.1:${sip.port}`, 'sip:+79161234567@x.example', [
      ['P-Called-Party-ID', '<sip:+74951230001@x.example>'],
    ])
    expect(events[0]).toMatchObject({
      kind: 'incoming',
      called: '74951230001',
      identity: { believed: '79161234567', source: 'from' },
    })
    await dial(peer, `sip:ours@127.0.0.1:${sip.port}`, 'sip:+79161234567@x.example')
    expect(events).toContainEqual({ kind: 'refused-incoming', trunk: 'north', why: 'unreadable' })
  })

  it('from an unknown source gets no answer at all', async () => {
    const peer = await startPeer()
    const { sip, events } = await startSip()
    sip.send({
      kind: 'trunks',
      trunks: [{ ...trunkAt(peer.port), settings: { ...trunkAt(peer.port).settings, host: '127.0.0.9' } }],
    })
    await new Promise((resolve) => setImmediate(resolve))
    const answered = await Promise.race([
      peer.agent
        .options({ to: `sip:127.0.0.1:${sip.port}`, from: 'sip:stranger@x.example' })
        .then(() => 'answered'),
      new Promise((resolve) => setTimeout(resolve, 800, 'silence')),
    ])
    expect(answered).toBe('silence')
    expect(events).toEqual([])
  })
})

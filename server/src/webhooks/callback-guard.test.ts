import { Socket } from 'node:net'
import { describe, expect, it, vi } from 'vitest'
import { attemptOf } from '../../test/attempt.ts'
import { forbiddenHosts, publicHosts } from '../../test/forbidden-hosts.ts'
import { ManualClock } from '../../test/manual-clock.ts'
import { startReceiver } from '../../test/receiver.ts'
import { CallbackGuard, type GuardOptions } from './callback-guard.ts'
import { isPublicAddress } from './public-address.ts'
import { hostOf } from './receiver.ts'

const clock = new ManualClock()
const guardOf = (options: Partial<GuardOptions> = {}) =>
  new CallbackGuard({ clock, allowedRanges: [], lookup: async () => [], ...options })
const kindOf = async (guard: CallbackGuard, url: string) => (await guard.check(new URL(url))).kind

describe('webhook addresses with a literal host', () => {
  it('has more than sixty forbidden spellings to refuse', () => {
    expect(new Set(forbiddenHosts).size).toBeGreaterThan(60)
  })

  it.each(forbiddenHosts)('refuses %s', async (host) => {
    expect(await kindOf(guardOf(), `http://${host}/`)).toBe('refused')
    expect(await kindOf(guardOf(), `https://${host}:8443/hook?x=1`)).toBe('refused')
  })

  it.each(publicHosts)('allows %s', async (host) => {
    const url = new URL(`http://${host}/`)
    expect(await guardOf().check(url)).toEqual({ kind: 'allowed', addresses: [hostOf(url)] })
  })

  it('refuses other schemes, credentials and scoped addresses', async () => {
    for (const url of ['ftp://1.1.1.1/', 'file:///etc/passwd', 'http://a@1.1.1.1/', 'http://:b@1.1.1.1/'])
      expect([url, await kindOf(guardOf(), url)]).toEqual([url, 'refused'])
    expect(isPublicAddress('fe80::1%eth0')).toBe(false)
    expect(isPublicAddress('2606:4700::1%1')).toBe(false)
    expect(isPublicAddress('not an address')).toBe(false)
    expect(isPublicAddress('')).toBe(false)
  })
})

describe('host names of webhook addresses', () => {
  it('are checked by every address they resolve to', async () => {
    const names: Readonly<Record<string, readonly string[]>> = {
      'good.example': ['1.1.1.1', '2606:4700:4700::1111'],
      'bad.example': ['127.0.0.1'],
      'half.example': ['1.1.1.1', '10.0.0.1'],
      'odd.example': ['fe80::1%eth0'],
      'strange.example': ['not an address'],
    }
    const guard = guardOf({ lookup: async (name) => names[name] ?? [] })
    expect(await guard.check(new URL('http://good.example./'))).toEqual({
      kind: 'allowed',
      addresses: names['good.example'],
    })
    for (const name of ['bad', 'half', 'odd', 'strange'])
      expect([name, await kindOf(guard, `http://${name}.example/`)]).toEqual([name, 'refused'])
  })

  it('that do not resolve in time are accepted in a request, but nothing is sent to them', async () => {
    const url = new URL('http://later.example/')
    expect(await guardOf().isAllowed(url)).toBe(true)
    expect(await kindOf(guardOf(), url.href)).toBe('unresolved')
    const failing = guardOf({ lookup: () => Promise.reject(new Error('SERVFAIL')) })
    expect(await kindOf(failing, url.href)).toBe('unresolved')
    const hanging = guardOf({ lookup: () => new Promise(() => {}) })
    const checking = kindOf(hanging, url.href)
    await clock.advance(2_000)
    expect(await checking).toBe('unresolved')
  })

  it('of localhost are never looked up in DNS', async () => {
    const lookup = vi.fn(async () => ['1.1.1.1'])
    expect(await kindOf(guardOf({ lookup }), 'http://x.localhost/')).toBe('refused')
    expect(lookup).not.toHaveBeenCalled()
  })
})

describe('webhook addresses that the operator opens', () => {
  it('is allowed, and nothing else', async () => {
    const guard = guardOf({ allowedRanges: ['10.9.0.0/16', '::1', 'fd12::/16'] })
    for (const host of ['10.9.1.2', '[::1]', '[fd12::7]', '0x0a090001'])
      expect([host, await kindOf(guard, `http://${host}/`)]).toEqual([host, 'allowed'])
    for (const host of ['10.8.1.2', '127.0.0.1', '[fd13::7]', '169.254.169.254'])
      expect([host, await kindOf(guard, `http://${host}/`)]).toEqual([host, 'refused'])
    const loopback = guardOf({ allowedRanges: ['127.0.0.0/8', '::1'] })
    expect(await kindOf(loopback, 'http://localhost:3000/')).toBe('allowed')
    const ipv4 = guardOf({ allowedRanges: ['127.0.0.1'] })
    expect(await ipv4.check(new URL('http://localhost:3000/'))).toEqual({
      kind: 'allowed',
      addresses: ['127.0.0.1'],
    })
    expect(await kindOf(guardOf({ allowedRanges: ['10.0.0.0/8'] }), 'http://localhost/')).toBe('refused')
  })

  it('never includes the ports of this service on this machine', async () => {
    const guard = guardOf({ allowedRanges: ['127.0.0.0/8', '::1'], ownPorts: new Set([8080, 80]) })
    for (const host of ['127.0.0.1:8080', 'localhost:8080', '[::1]:8080', '127.9.9.9', '2130706433:8080'])
      expect([host, await kindOf(guard, `http://${host}/`)]).toEqual([host, 'refused'])
    const reached = guardOf({ ownAddresses: () => ['9.9.9.9', '2620:fe::9'], ownPorts: new Set([8080]) })
    for (const host of ['9.9.9.9:8080', '151587081:8080', '[2620:fe::9]:8080', '[2620:fe:0::9]:8080'])
      expect([host, await kindOf(reached, `http://${host}/`)]).toEqual([host, 'refused'])
    for (const host of ['9.9.9.9', '9.9.9.8:8080', '[2620:fe::8]:8080'])
      expect([host, await kindOf(reached, `http://${host}/`)]).toEqual([host, 'allowed'])
    for (const host of ['127.0.0.1:8090', '1.1.1.1:8080', 'localhost:443'])
      expect([host, await kindOf(guard, `http://${host}/`)]).toEqual([host, 'allowed'])
  })

  it('of this service includes the receiver of the demo alone, for the demo alone', async () => {
    const guard = guardOf({ allowedRanges: [], loopbackRanges: ['127.0.0.0/8'], ownPorts: new Set([8080]) })
    const kind = async (path: string, mayUseLoopback: boolean) =>
      (await guard.check(new URL(`http://127.0.0.1:8080${path}`), { mayUseLoopback })).kind
    expect(await kind('/demo/receiver', true)).toBe('allowed')
    expect(await kind('/demo/receiver/../../v1.0/initCall', true)).toBe('refused')
    expect(await kind('/demo/receiver', false)).toBe('refused')
  })
})

describe('delivery of a webhook', () => {
  it('makes no connection to a forbidden receiver, neither by address nor by name', async () => {
    // If the guard failed, this spy still keeps the connection on this machine.
    const spy = vi.spyOn(Socket.prototype, 'connect').mockImplementation(() => {
      throw new Error('a connection was made')
    })
    for (const host of forbiddenHosts) {
      for (const scheme of ['http', 'https']) {
        const report = await attemptOf(`${scheme}://${host}/`, { clock, guard: guardOf() })
        expect(report).toMatchObject({ state: 'pending', attempt: { status: 0 } })
        expect(report.attempt.error).toMatch(/^refused: /)
      }
      const address = hostOf(new URL(`http://${host}/`))
      const guard = guardOf({ lookup: async () => [address] })
      const named = await attemptOf('https://innocent.example/', { clock, guard })
      expect(named.attempt.error).toMatch(/^refused: /)
    }
    expect(spy).not.toHaveBeenCalled()
  })

  it('[D8-21] looks the name up once and connects to the address that was checked', async () => {
    const checked = await startReceiver(undefined, { host: '127.0.0.2' })
    const other = await startReceiver(undefined, { host: '127.0.0.1', port: checked.port })
    const spy = vi.spyOn(Socket.prototype, 'connect')
    const answers = [['127.0.0.2'], ['127.0.0.1'], ['127.0.0.1']]
    const lookup = vi.fn(async () => answers.shift() ?? ['127.0.0.1'])
    const guard = guardOf({ allowedRanges: ['127.0.0.2'], lookup })
    const url = `http://rebind.example:${checked.port}/`
    expect(await attemptOf(url, { clock, guard })).toMatchObject({ state: 'delivered' })
    expect(lookup).toHaveBeenCalledTimes(1)
    expect(checked.received.map(({ headers }) => headers.host)).toEqual([`rebind.example:${checked.port}`])
    expect(spy).toHaveBeenCalledTimes(1)

    // The address was public at the request and at the first attempt; now it is not.
    expect(await attemptOf(url, { clock, guard })).toMatchObject({ state: 'pending', attempt: { status: 0 } })
    expect(spy).toHaveBeenCalledTimes(1)
    expect(other.sockets.made).toBe(0)
    await Promise.all([checked.close(), other.close()])
  })
})

it('webhook to this machine: is allowed only to services of the demo account of the first run', async () => {
  const guard = guardOf({ allowedRanges: ['10.9.0.0/16'], loopbackRanges: ['127.0.0.0/8'] })
  const allowed = (url: string, isOwn: boolean) => guard.isAllowed(new URL(url), { mayUseLoopback: isOwn })
  expect(await allowed('http://127.0.0.1/', true)).toBe(true)
  expect(await allowed('http://127.0.0.1/', false)).toBe(false)
  expect(await guard.isAllowed(new URL('http://127.0.0.1/'))).toBe(false)
  for (const isOwn of [true, false]) {
    expect(await allowed('http://10.9.1.1/', isOwn)).toBe(true)
    expect(await allowed('http://10.8.1.1/', isOwn)).toBe(false)
  }
})

it('webhook to this machine: every delivery checks which account the service belongs to', async () => {
  const receiver = await startReceiver()
  const guard = guardOf({ loopbackRanges: ['127.0.0.0/8'] })
  const sentFor = async (isOwn: boolean) =>
    (await attemptOf(receiver.url, { clock, guard, mayUseLoopback: async () => isOwn })).attempt
  expect(await sentFor(false)).toMatchObject({ status: 0, error: 'refused: the address is not public' })
  expect(receiver.received).toHaveLength(0)
  expect((await sentFor(true)).status).toBe(200)
  await receiver.close()
})

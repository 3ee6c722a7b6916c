// A carrier with an IMS: private and public identity differ, and calls go through the proxy that it names.
import type { SipRequest } from '@ringkey/sip'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type Registrar, startRegistrar } from '../../dev/carriers/registrar.ts'
import { type Callee, startCallee } from '../phones/callee.ts'
import { rings } from '../phones/scenarios/rings.ts'
import { type CallRig, startCallRig } from './rig.ts'

const account = { username: '74951230001@ims.example', password: 'secret' }
const invites: SipRequest[] = []
let proxy: Callee
let registrar: Registrar
let rig: CallRig

beforeAll(async () => {
  proxy = await startCallee((call) => {
    invites.push(call.invite)
    return rings(call)
  })
  const serviceRoute = `<sip:orig@127.0.0.1:${proxy.port};lr>`
  registrar = await startRegistrar({ account, serviceRoute, path: '<sip:edge@127.0.0.1:9;lr>' })
  const settings = {
    register: true,
    authUser: account.username,
    registerUser: '+74951230001',
    fromDomain: 'ims.example',
    callerPlaces: ['ppi'],
    anonymousFrom: true,
    privacy: 'none',
    flashRingMs: 300,
  } as const
  rig = await startCallRig([{ name: 'ims', port: registrar.port, settings, password: account.password }])
  await vi.waitFor(() => expect(registrar.bindings.size).toBe(1), 60_000)
})
afterAll(async () => {
  await rig.stop()
  await registrar.close()
  await proxy.close()
})

it('IMS trunk: is registered by its public identity and proves the private one', () => {
  const last = registrar.registers.at(-1)!
  expect(last.to.uri.text).toBe('sip:+74951230001@ims.example')
  expect(last.headers.get('Authorization')).toContain(`username="${account.username}"`)
  expect(last.headers.get('Contact')).toContain('<sip:+74951230001@127.0.0.1:')
  expect(last.headers.includes('Supported', 'path')).toBe(true)
})

it('IMS trunk: a call takes the service route and prefers an identity that From does not tell', async () => {
  const { id, code } = await rig.call('79161234567')
  expect(await rig.ended(id)).toMatchObject({ call_status: 1 })
  expect(registrar.invites).toEqual([])
  const { uri, headers } = invites.at(-1)!
  expect(uri).toBe(`sip:+79161234567@127.0.0.1:${registrar.port}`)
  expect(headers.lines('Route')).toEqual([`<sip:orig@127.0.0.1:${proxy.port};lr>`])
  expect(headers.get('From')).toMatch(/^"Anonymous" <sip:anonymous@anonymous\.invalid>;tag=/)
  expect(headers.get('P-Preferred-Identity')).toMatch(new RegExp(`^<sip:\\+7495123${code}@ims\\.example>$`))
  expect(headers.get('Privacy')).toBe('none')
  expect(headers.has('P-Asserted-Identity')).toBe(false)
})

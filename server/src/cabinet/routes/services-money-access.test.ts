import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type CabinetMember, strangersAccount, visitAs } from '../../../test/cabinet-member.ts'
import { startReceiver } from '../../../test/receiver.ts'
import { eventually, startTestService, type TestService } from '../../../test/service.ts'
import { type Role, roles } from '../../storage/people-records.ts'
import { permissionsOf } from '../permissions.ts'
import type { Route } from '../route.ts'
import { ledgerRoutes } from './ledger.ts'
import { moneyRoutes } from './money.ts'
import { serviceKeyRoutes } from './service-keys.ts'
import { serviceLimitRoutes } from './service-limits.ts'
import { serviceRoutes } from './services.ts'
import { trialRoutes } from './trials.ts'
import { webhookRoutes } from './webhooks.ts'

const routes: readonly Route[] = [
  ...ledgerRoutes,
  ...moneyRoutes,
  ...serviceKeyRoutes,
  ...serviceLimitRoutes,
  ...serviceRoutes,
  ...trialRoutes,
  ...webhookRoutes,
]

/** A body that the route accepts from its owner; the same is sent by everybody. */
const bodies: Readonly<Record<string, object>> = {
  '/services': { name: 'Another', useDirection: '' },
  '/services/:id': { useDirection: 'changed' },
  '/services/:id/key': { overlapHours: 24, name: 'Demo' },
  '/services/:id/archive': { name: 'Demo' },
  '/services/:id/webhook-secret/rotate': { overlapHours: 24 },
  '/services/:id/limits': { perHour: null, perDay: 500 },
  '/money/notice': { threshold: 1, byEmail: true, byMessenger: false },
  '/webhooks/check': { headers: '', payload: '' },
}

let service: TestService
let vendorId: number
const visitors = new Map<Role, CabinetMember>()
let stranger: CabinetMember
beforeAll(async () => {
  service = await startTestService()
  const { accountId } = (await service.store.service(service.serviceId))!
  for (const role of roles) visitors.set(role, await visitAs(service, accountId, role))
  stranger = await visitAs(service, await strangersAccount(service), 'owner')
  const receiver = await startReceiver()
  const request = { phone: '79000000001', callback_url: receiver.url }
  vendorId = (await service.post('inboundCallWaiting', request)).body.vendor_id
  await eventually(
    async () => {
      await service.clock.advance(500)
      return service.store.delivery(vendorId)
    },
    (delivery) => delivery?.state === 'delivered',
  )
  await receiver.close()
})
afterAll(() => service.stop())

const ask = (route: Route, by: CabinetMember) => {
  const path = route.path.replace(':id', String(service.serviceId)).replace(':vendorId', String(vendorId))
  if (route.method === 'GET') return by.read(path)
  const trial = { mode: 'flash', phone: '79000000001', serviceId: service.serviceId }
  const own = route.path === '/trials' ? trial : { ...bodies[route.path], serviceId: service.serviceId }
  return by.write(path, own)
}

describe.each(routes.map((route) => [`${route.method} ${route.path}`, route] as const))('%s', (_, route) => {
  it('serves the roles that may, and no other', async () => {
    for (const [role, visitor] of visitors) {
      const may = permissionsOf(role).includes(route.audience as never)
      const { status, body } = await ask(route, visitor)
      if (may) expect([role, status]).toEqual([role, 200])
      else expect([role, status, body.error.code]).toEqual([role, 403, 'not-allowed'])
      // Archived by this walk through the routes: taken back for the next one.
      await service.store.changeService({ id: service.serviceId, status: 'active', at: service.clock.now() })
    }
  })

  it('shows nothing of it to another account, and nothing to nobody', async () => {
    const isAboutOne = /:|^\/trials|^\/webhooks\/check/.test(route.path)
    const { status, body } = await ask(route, stranger)
    if (isAboutOne) expect([status, body.error.code]).toEqual([404, 'not-found'])
    else if (route.method === 'GET' && route.path !== '/services/countries')
      expect(JSON.stringify(body)).not.toMatch(new RegExp(`Demo|${vendorId}|:100[,}]`))
    const nobody = { read: (path: string) => service.raw(`/cabinet/api${path}`) } as CabinetMember
    if (route.method === 'GET') expect((await ask(route, nobody)).status).toBe(401)
  })
})

it('lists no web-hooks, receivers and statistics of a service that is somebody else’s', async () => {
  for (const path of ['/webhooks', '/webhooks/receivers']) {
    expect((await stranger.read(`${path}?serviceId=${service.serviceId}`)).status).toBe(404)
  }
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { demoOperator, nobody, ordinaryOwner } from '../../../../test/cabinet-operator.ts'
import { startTestService, type TestService } from '../../../../test/service.ts'
import { operatorRoutes } from './index.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.stop())

describe('the operator’s console', () => {
  it('is closed to everybody else, at every address', async () => {
    const { visitor } = await ordinaryOwner(service)
    expect(operatorRoutes.length).toBeGreaterThan(25)
    for (const { method, path, audience } of operatorRoutes) {
      expect(`${path} ${audience}`).toBe(`${path} operator`)
      const address = path.replace(':id', '1').replace(':name', 'simulator')
      const ask = (who: typeof visitor) => (method === 'GET' ? who.read(address) : who.write(address))
      const refused = await ask(visitor)
      expect([address, refused.status, refused.body.error.code]).toEqual([address, 403, 'not-allowed'])
      expect([address, (await ask(nobody(service))).status]).toEqual([address, 401])
    }
    const actions = await (await demoOperator(service)).read('/operator/actions')
    expect(actions.body.items).toEqual([])
  })

  it('closes at once for somebody who is no operator any more', async () => {
    const { visitor } = await ordinaryOwner(service, 'second@example.com')
    const person = (await service.store.personByEmail('second@example.com'))!
    await service.store.changePerson({ id: person.id, operator: true })
    expect((await visitor.read('/operator/trunks')).status).toBe(200)
    await service.store.changePerson({ id: person.id, operator: false })
    expect((await visitor.read('/operator/trunks')).status).toBe(403)
  })
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { visitAs } from '../../../../test/cabinet-member.ts'
import { type CabinetVisitor, cabinetVisitor, demoOperator } from '../../../../test/cabinet-visitor.ts'
import { openAccount } from '../../../../test/contract/scene.ts'
import { startTestService, type TestService } from '../../../../test/service.ts'
import { routes } from '../index.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.stop())

describe('the operator’s console', () => {
  it('is closed to everybody else, at every address', async () => {
    const owner = await visitAs(service, await openAccount(service))
    const nobody = cabinetVisitor(service)
    const ofConsole = routes.filter(({ path }) => path.startsWith('/operator/'))
    expect(ofConsole.length).toBeGreaterThan(25)
    for (const { method, path, access } of ofConsole) {
      expect(`${path} ${access}`).toBe(`${path} operator`)
      const address = path.replace(':id', '1').replace(':name', 'simulator')
      const ask = (who: CabinetVisitor) => (method === 'GET' ? who.read(address) : who.write(address))
      const refused = await ask(owner)
      expect([address, refused.status, refused.body.error.code]).toEqual([address, 403, 'not-allowed'])
      expect([address, (await ask(nobody)).status]).toEqual([address, 401])
    }
    const actions = await (await demoOperator(service)).read('/operator/actions?group=changes')
    expect(actions.body.items).toEqual([])
  })

  it('closes at once for a person who is no longer an operator', async () => {
    const owner = await visitAs(service, await openAccount(service))
    const { personId: id } = owner
    await service.store.changePerson({ id, operator: true })
    expect((await owner.read('/operator/trunks')).status).toBe(200)
    await service.store.changePerson({ id, operator: false })
    expect((await owner.read('/operator/trunks')).status).toBe(403)
  })
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type CabinetVisitor, demoOperator } from '../../test/cabinet-visitor.ts'
import { openAccount } from '../../test/contract/scene.ts'
import { ringkey } from '../../test/ringkey-command.ts'
import { startTestService, type TestService } from '../../test/service.ts'
import { jsonOf } from '../cli/wording.ts'
import { defaultInstallationSettings } from '../storage/queries/installation.ts'

let service: TestService
let operator: CabinetVisitor
const run = (...typed: string[]) => ringkey(service.folder, typed, { clock: service.clock })
const change = (settings: object) => operator.write('/operator/installation', { settings })
beforeAll(async () => {
  service = await startTestService()
  operator = await demoOperator(service)
})
afterAll(() => service.stop())

describe('settings of the installation', () => {
  it('are the defaults at first, and each is shown by the command with its name and its default', async () => {
    expect((await operator.read('/operator/installation')).body.settings).toEqual(defaultInstallationSettings)
    const shown = await run('installation', 'show')
    expect(shown.out).toMatch(/^currency +RUB/m)
    expect(shown.out).toMatch(/^default-countries +RU,KZ/m)
    expect((await run('installation', 'show', '--json')).json).toEqual(jsonOf(defaultInstallationSettings))
  })

  it('take effect in the running service without a restart, by command and by page', async () => {
    const signUp = async () => (await operator.read('/entrance')).body.signUp
    expect(await signUp()).toBe('open')
    expect((await run('installation', 'set', 'sign-up', 'closed')).out).toContain('closed')
    await service.reload()
    expect(await signUp()).toBe('closed')
    expect((await change({ signUp: 'auto', keepRequestsDays: 0 })).body).toMatchObject({
      signUp: 'auto',
      keepRequestsDays: 0,
    })
    expect(await signUp()).toBe('open')
    const line = (await operator.read('/operator/actions?group=changes')).body.items[0]
    expect(line).toMatchObject({
      action: 'installation.change',
      facts: { changes: { signUp: ['closed', 'auto'], keepRequestsDays: ['7', '0'] } },
    })
  })

  it('decide which countries a new service may call', async () => {
    await run('installation', 'set', 'default-countries', 'DE,AT')
    const made = await operator.write('/services', { name: 'Laden' })
    expect(made.body.service.settings.allowedCountries).toEqual(['DE', 'AT'])
    await run('installation', 'set', 'default-countries', 'any')
    const anywhere = await operator.write('/services', { name: 'Weltladen' })
    expect(anywhere.body.service.settings.allowedCountries).toEqual([])
  })

  it.each([
    ['currency', 'EURO', 'currency: expected a currency of ISO 4217'],
    ['currency', 'QQQ', 'currency: expected a currency of ISO 4217'],
    ['top-up-url', 'http://%', 'top-up-url: expected an address such as https://pay.example/, or none'],
    ['time-zone', 'Europe/Berlin', 'SETTING'],
    ['default-countries', 'DE,XX', 'default-countries: expected ISO country codes'],
    ['keep-operator-log-days', '29', 'keep-operator-log-days: expected days from 30 to 3650'],
    ['routing-quality-percent', 'all', 'routing-quality-percent: expected percent from 1 to 100'],
    ['confirm-phone', 'on', 'confirm-phone: expected yes or no'],
    ['sign-ups', 'open', 'SETTING'],
  ])(
    '%s %s is refused, and the refusal names the setting and what was expected',
    async (name, value, says) => {
      const refused = await run('installation', 'set', name, value)
      expect(refused.code).toBeGreaterThan(0)
      expect(refused.err).toContain(says)
    },
  )

  it('refuse a name that is none', async () => {
    expect((await change({ colour: 'red' })).body.error).toMatchObject({
      code: 'wrong-field',
      field: 'colour',
    })
  })

  it('the currency can be set until there is an account that is no demo account, then never again', async () => {
    const [demo] = await service.store.accounts()
    const named = async () => [
      (await service.store.account(demo!.id))!.timeZone,
      (await service.store.tariffs()).map(({ name }) => name),
    ]
    expect(await named()).toEqual(['Europe/Moscow', ['Единый']])
    expect((await change({ currency: 'EUR' })).body.currency).toBe('EUR')
    // Nobody had changed what the first start had made for roubles.
    expect(await named()).toEqual(['UTC', ['Standard']])
    expect((await change({ currency: 'CHF' })).body.currency).toBe('CHF')
    await openAccount(service, { email: 'shop@example.com', roubles: 0, demo: false })
    const refused = await change({ currency: 'EUR', keepCallsDays: 90 })
    expect([refused.status, refused.body.error.code]).toEqual([409, 'currency-fixed'])
    expect((await run('installation', 'set', 'currency', 'EUR')).err).toContain('the currency stays CHF')
    // Nothing of a refused change is stored.
    expect((await service.store.installationSettings()).keepCallsDays).toBe(180)
    // The same value is no change.
    expect((await change({ currency: 'CHF', keepCallsDays: 90 })).body.keepCallsDays).toBe(90)
  })
})

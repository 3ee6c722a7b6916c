// What people see of an installation that counts in another currency.
import { expect, it } from 'vitest'
import { visitAs } from '../../test/cabinet-member.ts'
import { openV2Client } from '../../test/contract/v2-scene.ts'
import { ringkey } from '../../test/ringkey-command.ts'
import { startTestService } from '../../test/service.ts'

it('the command, the history and the cabinet name it, and no answer of theirs names another', async () => {
  const service = await startTestService({}, { installation: { currency: 'EUR' } })
  const client = await openV2Client(service, {}, { roubles: 12.5 })
  const run = (...typed: string[]) => ringkey(service.folder, typed, { clock: service.clock })
  const topped = await run('account', 'topup', String(client.accountId), '5')
  expect(topped.out).toBe(`Account ${client.accountId} got 5.00 EUR; its balance is 17.50.\n`)
  const log = (await run('audit-log', 'list')).out
  expect(log).toContain('topped up by €5.00')
  const owner = await visitAs(service, client.accountId, 'owner')
  const answers = await Promise.all(['/me', '/money', '/overview'].map((path) => owner.read(path)))
  expect(answers[0]!.body.currency).toBe('EUR')
  expect(JSON.stringify(answers.map(({ body }) => body)) + topped.out + log).not.toMatch(/RUB|₽|rouble/i)
  await service.stop()
})

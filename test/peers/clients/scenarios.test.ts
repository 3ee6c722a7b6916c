// The services in memory of Python, PHP and Go play what that of @ringkey/client/testing plays, which plays what the real one does.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { Ringkey, type RingkeyError, type Verification } from '../../../clients/typescript/src/index.ts'
import { TestService } from '../../../clients/typescript/src/testing.ts'
import { testNumbers } from '../../../server/src/books/test-numbers.ts'
import { readText } from '../../tidy/source-tree.ts'
import { begin } from '../snippets/program.ts'
import { clientLanguages } from './programs.ts'

const folder = mkdtempSync(join(tmpdir(), 'ringkey-scenarios-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const plans = [['flash', 'voice'], ['voice'], ['mix'], ['inbound', 'flash']] as const
const scenarios = [...testNumbers.keys()].flatMap((phone) => plans.map((plan) => [phone, plan] as const))
/** Seconds. */
const moments = [1, 7, 14, 108, 20]

const told = ({ status, reason, steps }: Verification) => [
  status,
  reason,
  steps.map((step) => [step.mode, step.status, 'reason' in step ? step.reason : null]),
]
const refused = async (act: Promise<unknown>) => {
  const { code, status, retryAfterMs } = (await act
    .then(() => undefined)
    .catch((error) => error)) as RingkeyError
  return [code, status, retryAfterMs === null ? null : retryAfterMs / 1000]
}

async function played(): Promise<string> {
  const said: unknown[][] = []
  let service = new TestService()
  let { verifications } = new Ringkey({ ...service.options, retries: 0 })
  const pending: string[] = []
  for (const [phone, plan] of scenarios) {
    const creation = verifications.create({
      phone,
      code: '4321',
      steps: plan.map((mode) => ({ mode, seconds: 60 })),
    })
    const created = await creation.catch(() => undefined)
    if (created === undefined) said.push([phone, plan, ...(await refused(creation))])
    else pending.push(created.id)
  }
  for (const seconds of moments) {
    service.advance(seconds * 1000)
    for (const id of pending) said.push(told(await verifications.read(id)))
  }

  service = new TestService()
  verifications = new Ringkey(service.options).verifications
  const [phone, code, client] = ['+79000000100', '4321', 'anna']
  const once = () => verifications.create({ phone, code, client }, { idempotencyKey: 'one' })
  const { id } = await once()
  said.push(['again', id === (await once()).id, (await verifications.check(id, '1111')).attempts_left])
  said.push(['next', ...(await refused(verifications.next(id)))])
  said.push(['canceled', (await verifications.cancel(id)).status, (await verifications.cancel(id)).status])
  said.push(['ended', ...(await refused(verifications.check(id, code)))])
  const steps = [{ mode: 'inbound' as const }, { mode: 'voice' as const }]
  const second = await verifications.create({ phone, code, client, steps })
  said.push(['next', ...told(await verifications.next(second.id))])
  const { status } = await verifications.checkPhone(phone, code)
  said.push(['approved', status, ...told(await verifications.read(second.id))])
  const listed = async (filter: object) =>
    (await Array.fromAsync(verifications.list(filter))).map(({ id }) => id)
  said.push(['listed', await listed({ client }), (await listed({ status: 'pending' })).length])
  said.push(['unknown', ...(await refused(verifications.read('vf_1')))])
  const began = service.now
  const flash = [{ mode: 'flash' as const }]
  const third = await verifications.create({ phone, steps: flash, expires_in: 60, attempts: 1 })
  said.push(['expired', ...told(await verifications.waitForEnd(third.id)), service.now - began])
  const fourth = await verifications.create({ phone: '+79000000107', steps: flash, attempts: 1 })
  const { status: wrong } = await verifications.check(fourth.id, '1')
  said.push(['typed wrong', wrong, ...told(await verifications.read(fourth.id))])
  said.push([
    'rests',
    ...(await refused(verifications.create({ phone: '+79000000117' }))),
    service.now - began,
  ])
  return said.map((words) => JSON.stringify(words)).join('\n')
}

it.each(clientLanguages(folder))(
  '[V2-251] the service in memory of the client of $language: plays every test number as that of TypeScript',
  async ({ ending, command, environment }) => {
    const asked = { SCENARIOS: JSON.stringify(scenarios), MOMENTS: JSON.stringify(moments) }
    const source = readText(`test/peers/clients/scenarios.${ending}`)
    const [program, ...words] = await command('scenarios', source)
    const said = await begin(program!, words, { ...environment, ...asked }).ended
    const lines = (text: string) =>
      text
        .trim()
        .split('\n')
        .map((line) => line.replace(/\.0\b/g, ''))
    expect(lines(said)).toEqual(lines(await played()))
  },
)

// What contracts about calling numbers charge for each attempt, in calls over the wire: in their cost, and in the margin.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { mobileFile } from '../../server/test/numbering/sample-registry.ts'
import { ringkey } from '../../server/test/ringkey-command.ts'
import { type Callee, startCallee } from '../phones/callee.ts'
import { rings } from '../phones/scenarios/rings.ts'
import { type CallRig, startCallRig } from './rig.ts'

let callee: Callee
let rig: CallRig
const range = '74951230000-74951239999'
const unitsOf = (roubles: number) => Math.round(roubles * 10_000)

/** Numbers that end with 1 are busy. */
const ringsOrIsBusy: typeof rings = (call) =>
  /1@/.test(call.invite.uri.toString()) ? Promise.resolve(call.say(486)) : rings(call)

beforeAll(async () => {
  callee = await startCallee(ringsOrIsBusy)
  const settings = { prices: { '*': '0.10/ring' } }
  rig = await startCallRig([{ name: 'north', port: callee.port, settings }])
  const run = async (...words: string[]) =>
    expect(await ringkey(rig.folder, words), words.join(' ')).toMatchObject({ code: 0 })
  const file = join(rig.folder, 'DEF-9xx.csv')
  writeFileSync(file, mobileFile)
  await run('registry', 'import', file)
  const terms = ['--range', range, '--last-day', '2099-12-31']
  await run('contract', 'set', 'N-1', ...terms, '--network', 'МТС', '--country', 'RU', '--price', '0.05')
  await run('contract', 'set', 'C-1', ...terms, '--trunk', 'north', '--price', '0.02')
  await rig.restart()
})
afterAll(async () => {
  await rig.stop()
  await callee.close()
})

/** What the person's call cost its owner, and us, in units. */
async function flash(phone: string) {
  const { id } = await rig.call(phone)
  const { cost } = await rig.ended(id)
  const { reason, details } = await rig.detailsOf(id)
  const attempts = details.attempts as unknown as readonly { readonly costUnits?: number }[]
  return { reason, paid: unitsOf(cost), costs: attempts.map(({ costUnits }) => costUnits) }
}

it('contracts: each attempt costs what called network and carrier charge, connected or not, on top of the trunk', async () => {
  expect(await flash('79161234560')).toEqual({ reason: 'rang', paid: 8_000, costs: [1_700] })
  expect(await flash('79161234561')).toEqual({ reason: 'busy', paid: 0, costs: [700] })
  // No contract with this network.
  expect(await flash('79233234560')).toEqual({ reason: 'rang', paid: 8_000, costs: [1_200] })
  const hour = 3_600_000
  const [service] = await rig.store.services(rig.accountId)
  const counted = async () => {
    const around = { from: Date.now() - hour, to: Date.now() + hour, test: false, by: ['operator'] as const }
    const measures = ['price_units', 'cost_units'] as const
    const totals = await rig.store.factTotals({ ...around, serviceIds: [service!.id], only: {}, measures })
    return Object.fromEntries(totals.map(({ keys, amounts }) => [keys[0], amounts]))
  }
  // The margin of a network is what is left.
  await expect.poll(counted).toEqual({ МТС: [8_000, 2_400], МегаФон: [8_000, 1_200] })
})

// A week in which one network blocks flash calls from the second day on: how many people are confirmed when flash comes
// first, when inbound comes first, and when the owner accepts the rule that the page Quality proposes. The calls are
// stored and counted as the service does, and its own code proposes the rule and chooses the steps. What people do is
// assumed, not measured: the table below says what.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { drawing } from '../../dev/demo-traffic/draw.ts'
import { openInstallation } from '../../server/src/app/open-installation.ts'
import { callerHashes } from '../../server/src/calls/phone-privacy.ts'
import { readSettings } from '../../server/src/config/settings.ts'
import {
  ruleForBlocked,
  type TemplateRule,
  workflowTemplates,
} from '../../server/src/fields/workflow-templates.ts'
import { type Clock, hourMs, minuteMs } from '../../server/src/platform/clock.ts'
import { systemRandom } from '../../server/src/platform/random.ts'
import { systemClock } from '../../server/src/platform/system-clock.ts'
import { networkName } from '../../server/src/quality/network-name.ts'
import { isStillFlash, poorNetworks } from '../../server/src/verifications/poor-networks.ts'
import { workflowSteps } from '../../server/src/verifications/workflow.ts'
import { progress } from '../measure/rounds.ts'
import { furnish } from './furnish.ts'
import { type CallMaker, drawRoute, recordCall } from './make-calls.ts'
import { type Week, weekHours } from './world.ts'

const blockedCode = '921'
const blockedFromHour = 24 + 7

/** How likely a step reaches a person (inbound: the person calls), and how likely it then confirms. */
const assumed = {
  flash: { reaches: 0.88, confirms: 0.85 },
  voice: { reaches: 0.7, confirms: 0.9 },
  inbound: { reaches: 0.6, confirms: 0.97 },
} as const
type SimulatedMode = keyof typeof assumed
/** Flash calls that reach people of the network that blocks them. */
const blockedReaches = 0.05
/** How likely a person waits for the next step. */
const waitsOn = 0.75

type Plan = 'flash first' | 'inbound first' | 'proposed rule'
const plans: readonly Plan[] = ['flash first', 'inbound first', 'proposed rule']

interface Simulated {
  readonly from: Week
  readonly people: number
  readonly seed: number
}

class Tally {
  people = 0
  confirmed = 0

  add(isConfirmed: boolean): void {
    this.people += 1
    this.confirmed += Number(isConfirmed)
  }

  get share(): string {
    return `${((100 * this.confirmed) / this.people).toFixed(1)} %`
  }
}

export async function blockedWeek(simulated: Simulated): Promise<string> {
  const lines = [
    `${simulated.people} people in a week; ${networkOf('ПАО "МегаФон"')} blocks flash calls from Tuesday, 10:00 in Moscow, on.`,
    `Assumed, as reached x confirmed: ${Object.entries(assumed)
      .map(([mode, { reaches, confirms }]) => `${mode} ${reaches} x ${confirms}`)
      .join(', ')};`,
    `flash where it is blocked ${blockedReaches}; ${waitsOn} of the people wait for a further step.`,
    '',
    '| workflow | confirmed in the network, blocked | in all others | all week, all |',
    '|---|---|---|---|',
  ]
  for (const plan of plans) {
    const folder = mkdtempSync(join(tmpdir(), 'ringkey-blocked-week-'))
    try {
      lines.push(await live(plan, folder, simulated))
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  }
  return lines.join('\n')
}

async function live(plan: Plan, folder: string, { from: week, people, seed }: Simulated): Promise<string> {
  const time = { now: week.timeOf(0) }
  const clock: Clock = { ...systemClock, now: () => time.now, monotonicMs: () => time.now }
  const onCrash = (error: Error) => {
    throw error
  }
  const settings = readSettings({ RINGKEY_DATA: folder })
  const installation = await openInstallation(settings, systemRandom, onCrash, { deadlinesBy: 'callers' })
  const { store } = installation
  const owned = await furnish(installation, folder, clock)
  const draw = drawing(seed)
  const callerHashOf = callerHashes(installation.keyring.callerHash)
  const maker: CallMaker = { ...owned, store, callerHashOf, draw, mayShow: () => true }
  const [serviceId] = owned.serviceIds
  let rules: TemplateRule[] = workflowTemplates[plan === 'inbound first' ? 'inbound-first' : 'flash-first']()
  let acceptedAt = ''
  const [blocked, others, all] = [new Tally(), new Tally(), new Tally()]

  for (let hour = 0; hour < weekHours; hour++) {
    const at = week.timeOf(hour)
    const count = week.callsIn(hour, people)
    const flashes: Promise<unknown>[] = []
    for (let person = 0; person < count; person++) {
      const drawn = drawRoute(maker)
      const { code, name } = drawn.route.operator
      const isBlocked = code === blockedCode && hour >= blockedFromHour
      const target = { e164: `7${code}0000000`, country: 'RU', operator: name }
      let isConfirmed = false
      for (const [place, { mode }] of workflowSteps(rules, target, 4).entries()) {
        if (isConfirmed || (place > 0 && !draw.chance(waitsOn))) break
        const { reaches, confirms } = assumed[mode as SimulatedMode]
        const isReached = draw.chance(mode === 'flash' && isBlocked ? blockedReaches : reaches)
        isConfirmed = isReached && draw.chance(confirms)
        if (mode !== 'flash') continue
        const call = { serviceId, ...drawn, at: at + Math.floor((person * 50 * minuteMs) / count) }
        flashes.push(recordCall(maker, { ...call, reason: isReached ? 'rang' : 'unreachable' }))
      }
      all.add(isConfirmed)
      if (isBlocked) blocked.add(isConfirmed)
      else if (code !== blockedCode) others.add(isConfirmed)
    }
    await Promise.all(flashes)
    time.now = at + hourMs
    await store.digest({ limit: 100_000, now: time.now })
    progress(`${plan}: hour ${hour + 1} of ${weekHours}`)
    if (plan !== 'proposed rule') continue
    const proposed = await poorNetworks(store, [serviceId], time.now)
    for (const network of proposed.filter((each) => isStillFlash(rules, each))) {
      rules = [ruleForBlocked(network), ...rules]
      acceptedAt += ` ${network.operator} accepted ${hour + 1 - blockedFromHour} h after the block began.`
    }
  }
  await store.close()
  progress('')
  return `| ${plan}${acceptedAt === '' ? '' : ` (${acceptedAt.trim()})`} | ${blocked.share} of ${blocked.people} | ${others.share} | ${all.share} |`
}

const networkOf = (name: string) => networkName('RU', name)

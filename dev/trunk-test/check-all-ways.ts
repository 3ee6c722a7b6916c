// Tests a trunk in every way that calls use it, one check after the other.
import { maskPhone } from '../../server/src/calls/phone-privacy.ts'
import {
  acceptanceOf,
  checkNames,
  type TrunkCheck,
  type TrunkCheckResult,
  type TrunkTestRequest,
} from '../../server/src/operations/trunk-check.ts'
import type { AllWays, AllWaysListener } from '../../server/src/operations/trunk-report.ts'
import type { Clock } from '../../server/src/platform/clock.ts'
import { withoutNumbers } from '../../server/src/platform/written-numbers.ts'
import type { TrunkRecord } from '../../server/src/storage/queries/trunks.ts'
import type { IncomingFate } from '../../server/src/telephony/incoming-calls.ts'
import type { ServerProbe } from '../../server/src/telephony/routing/trunk-history.ts'
import {
  openTestSip,
  placeTestCall,
  type TestCall,
  type TestCallDeps,
  type TestCallResult,
  testTrunk,
} from '../../server/src/telephony/test-call.ts'
import type { LadderStep } from '../../server/src/telephony/trunks/ladder-step.ts'
import { ladderSteps } from '../../server/src/telephony/trunks/trace-ladder.ts'
import { isEcho } from './echo.ts'

export interface AllWaysDeps extends TestCallDeps {
  readonly clock: Clock
  /** The result of the next incoming call over the trunk; undefined when the running service cannot be reached. */
  readonly nextIncoming:
    | ((trunk: string, signal: AbortSignal) => Promise<IncomingFate | undefined>)
    | undefined
  /** A phone needs a short pause between two calls. */
  readonly pauseMs?: number
  /** How long a person may take to call us. */
  readonly incomingPatienceMs?: number
}

type Found = Omit<TrunkCheckResult, 'way' | 'tookMs' | 'steps'>
const ended =
  (result: Found['result']) =>
  (finding: Found['finding'], said = ''): Found => ({ result, finding, said })
const passed = ended('passed')
const failed = ended('failed')
const leftOut = ended('left-out')
type Try = (step: (step: LadderStep) => void) => Promise<Found>

const usualPauseMs = 2_000
const usualIncomingPatienceMs = 60_000
/** The wait for each server's answer to OPTIONS: 2 s. */
const optionsPatienceMs = 6_000
/** A person who has to decline the call gets as much time as in a voice call. */
const declineRingMs = 25_000

/** Never rejects because of a carrier's behaviour; each check is reported when it has ended. */
export async function checkAllWays(
  deps: AllWaysDeps,
  wanted: AllWays,
  listener: AllWaysListener,
): Promise<TrunkCheckResult[]> {
  const tries = triesOf(deps, wanted, listener)
  const checked: TrunkCheckResult[] = []
  for (const way of wanted.ways ?? (Object.keys(checkNames) as TrunkCheck[])) {
    const steps: LadderStep[] = []
    listener.begun(way)
    const begunMs = deps.clock.monotonicMs()
    const found = wanted.signal.aborted
      ? leftOut('given-up')
      : await tries[way]((step) => {
          steps.push(step)
          listener.step(step)
        })
    const one = { way, tookMs: Math.round(deps.clock.monotonicMs() - begunMs), steps, ...found }
    checked.push(one)
    listener.checked(one)
  }
  return checked
}

function triesOf(deps: AllWaysDeps, wanted: AllWays, listener: AllWaysListener): Record<TrunkCheck, Try> {
  const call =
    (request: TrunkTestRequest, more: Pick<TestCall, 'mode' | 'settings' | 'records'>, judge: Judge): Try =>
    async (onStep) => {
      const { phone, ...rest } = wanted
      if (phone === undefined) return leftOut('no-phone')
      await pause(deps)
      listener.asks(request, [])
      const result = await placeTestCall(deps, { ...rest, ...more, phone }, onStep)
      if (wanted.signal.aborted) return leftOut('given-up')
      return result === undefined ? failed('no-number') : (blockedCall(result) ?? judge(result))
    }
  return {
    registration: (onStep) => checkRegistration(deps, wanted.record, onStep),
    options: (onStep) => checkOptions(deps, wanted.record, onStep),
    ringing: call('let-it-ring', { mode: 'flash' }, completedCall),
    declined: call('decline', { mode: 'flash', settings: { flashRingMs: declineRingMs } }, declinedCall),
    voice: call('answer', { mode: 'voice', records: true }, (result) => {
      if (result.heard !== undefined && result.heard.seconds > 0) listener.heard(result.heard.wav('pcm'))
      return spokenCall(result)
    }),
    inbound: () => checkIncoming(deps, wanted, listener),
  }
}

async function checkRegistration(
  deps: AllWaysDeps,
  record: TrunkRecord,
  onStep: (step: LadderStep) => void,
): Promise<Found> {
  if (!record.settings.register) return leftOut('does-not-register')
  const sip = await openTestSip(deps, { emit: () => {}, trace: ladderSteps(onStep) })
  const { accepted, said, contacts } = await sip.askBindings(testTrunk(deps, record))
  await sip.close()
  if (!accepted) return failed('registrar-refuses', said)
  return contacts > 0 ? passed('registered', said) : failed('not-registered', said)
}

async function checkOptions(
  deps: AllWaysDeps,
  record: TrunkRecord,
  onStep: (step: LadderStep) => void,
): Promise<Found> {
  const asked = Promise.withResolvers<readonly ServerProbe[]>()
  const sip = await openTestSip(deps, {
    emit: (event) => event.kind === 'options' && asked.resolve(event.servers),
    trace: ladderSteps(onStep),
  })
  const settings = { ...record.settings, enabled: true, register: false, optionsSeconds: 3_600 }
  sip.send({ kind: 'trunks', trunks: [{ ...testTrunk(deps, record), settings }] })
  const patience = deps.clock.after(optionsPatienceMs, () => asked.resolve([]))
  const servers = await asked.promise
  patience.cancel()
  await sip.close()
  const said = servers.map(({ server, said }) => `${server} ${said}`.trim()).join('; ')
  if (!servers.some(({ answered }) => answered)) return failed('silent', said)
  return servers.every(({ answered }) => answered)
    ? passed('answers', said)
    : failed('some-servers-silent', said)
}

/** Analytics of a network, or the called person, stopped the call: whom to write to, without numbers. */
function blockedCall({ result: { verdict } }: TestCallResult): Found | undefined {
  if (verdict.block === undefined) return undefined
  const { email, url, tel, jcard } = verdict.block
  const contact = email || withoutNumbers(url) || tel || withoutNumbers(jcard)
  return failed('network-blocks', [verdict.reason, contact].filter(Boolean).join(', '))
}

type Judge = (result: TestCallResult) => Found

const completedCall: Judge = ({ result: { verdict } }) =>
  verdict.completed ? passed('call-as-expected', verdict.reason) : failed('call-failed', verdict.reason)

const declinedCall: Judge = ({ result: { verdict } }) => {
  if (verdict.reason === 'declined' || verdict.reason === 'busy')
    return passed('call-as-expected', verdict.reason)
  // The phone rang and nobody declined the call, which says nothing about the trunk.
  return verdict.completed ? leftOut('not-declined', verdict.reason) : failed('call-failed', verdict.reason)
}

const spokenCall: Judge = ({ result: { verdict }, heard, speech }) => {
  if (!verdict.completed) return failed('call-failed', verdict.reason)
  const heardMs = Math.round((heard?.seconds ?? 0) * 1_000)
  if (heard === undefined || heardMs === 0) return { ...failed('nothing-heard', verdict.reason), heardMs }
  const spoken = { law: 'pcma', bytes: speech } as const
  const isEchoed = isEcho(spoken, { law: heard.law, bytes: heard.audio() })
  return { ...passed(isEchoed ? 'echo-heard' : 'sound-heard', verdict.reason), heardMs }
}

async function checkIncoming(
  deps: AllWaysDeps,
  { record, numbers, signal }: AllWays,
  listener: AllWaysListener,
): Promise<Found> {
  if (!record.settings.incomingCalls) return leftOut('incoming-off')
  if (deps.nextIncoming === undefined) return leftOut('no-service')
  listener.asks('call-us', numbers)
  const over = new AbortController()
  const patience = deps.clock.after(deps.incomingPatienceMs ?? usualIncomingPatienceMs, () => over.abort())
  const came = await deps.nextIncoming(record.name, AbortSignal.any([signal, over.signal]))
  patience.cancel()
  if (came === undefined) return leftOut(signal.aborted ? 'given-up' : 'no-call-came')
  const { fate, header, caller } = came
  const isUsable = fate === 'matched' || fate === 'no-match'
  const incoming = {
    header,
    caller: caller === undefined ? '' : maskPhone(caller),
    accepts: acceptanceOf(fate, header),
  }
  return { ...(isUsable ? passed('call-came', fate) : failed('call-not-usable', fate)), incoming }
}

function pause({ clock, pauseMs = usualPauseMs }: AllWaysDeps): Promise<void> {
  return new Promise((resolve) => clock.after(pauseMs, resolve))
}

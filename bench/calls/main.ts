// npm run bench -- calls [--rate 1500] [--seconds 20] [--warm-up 60] [--rounds 3] [--ramp] [--overload] [--sources]
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { floorServer, floor as httpFloor, serviceOn } from '../http/scenes.ts'
import type { Times } from '../http/wrk.ts'
import { type BenchResult, newResult } from '../measure/figures.ts'
import { interleave, type MeasuredScene, progress, say } from '../measure/rounds.ts'
import { inWords, judgeLoad, medianOf, printGoals, printTable, sceneOf } from '../measure/table.ts'
import { figuresOf, flash, floorName as sipFloor, floor as sipFloorOf } from '../sip/scenes.ts'
import { httpAt, httpFloorAt, sipAt } from './parts.ts'
import { wholeWay } from './whole-way.ts'

const http = 'HTTP alone (phones ring at once)'
const sip = 'SIP alone (@ringkey/sip)'
const sipCalls = 40_000
const atRate = (part: string, rate: number) => `${part}, at ${rate} per second`
/** The part of the highest rate at which latencies are judged. */
const calmShare = 0.7
const rampStep = 500
const overloadTimes = 4

/** initCall over HTTP to ringing phones, all parts on; beside HTTP alone, SIP alone and the floor of each. */
export async function run(flags: readonly string[]): Promise<BenchResult> {
  const { values } = parseArgs({
    args: [...flags],
    options: {
      rate: { type: 'string', default: '1500' },
      seconds: { type: 'string', default: '20' },
      // V8 compiles the code of a busy service for a minute: 100 µs of a call, and most of the long waits.
      'warm-up': { type: 'string', default: '60' },
      rounds: { type: 'string', default: '3' },
      ramp: { type: 'boolean', default: false },
      overload: { type: 'boolean', default: false },
      sources: { type: 'boolean', default: false },
    },
  })
  const times = { warmUpSeconds: Number(values['warm-up']), seconds: Number(values.seconds) }
  const result = newResult('calls', 'one call')
  const highest = values.ramp ? await ramp(result, times) : undefined
  const rate = highest === undefined ? Number(values.rate) : Math.floor(highest * calmShare)
  const whole = `the whole way at ${rate} per second`
  const root = mkdtempSync(join(tmpdir(), 'ringkey-bench-'))
  const scenes: MeasuredScene[] = [
    { name: httpFloor, measure: () => floorServer(times) },
    { name: sipFloor, measure: async () => figuresOf(await sipFloorOf(sipCalls)) },
    { name: http, floor: httpFloor, measure: () => serviceOn(join(root, 'http'), times) },
    { name: sip, floor: sipFloor, measure: async () => figuresOf(await flash(sipCalls, 100, 0, 'warm')) },
    { name: atRate('HTTP floor', rate), measure: () => httpFloorAt({ ...times, perSecond: rate }) },
    { name: atRate(http, rate), measure: () => httpAt({ ...times, perSecond: rate }) },
    { name: atRate(sip, rate), measure: () => sipAt({ ...times, perSecond: rate }) },
    {
      name: whole,
      measure: () => wholeWay({ ...times, perSecond: rate, fromSources: values.sources }),
    },
  ]
  try {
    await interleave(result, scenes, Number(values.rounds))
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
  judge(result, whole, rate)
  if (values.overload) await overload(result, times, highest ?? rate)
  judgeLoad(result)
  printTable(result)
  printGoals(result)
  return result
}

function judge(result: BenchResult, whole: string, rate: number): void {
  const scene = sceneOf(result, whole)
  const goal = (what: string, value: number, most: number) =>
    result.goals.push({ what, measured: value.toFixed(2), wanted: `at most ${most}`, isMet: value <= most })
  const ofFloors =
    medianOf(sceneOf(result, httpFloor), 'cpuUs') + medianOf(sceneOf(result, sipFloor), 'cpuUs')
  const ofParts = medianOf(sceneOf(result, http), 'cpuUs') + medianOf(sceneOf(result, sip), 'cpuUs')
  const cpuUs = medianOf(scene, 'cpuUs')
  const ofPartsAtRate =
    medianOf(sceneOf(result, atRate(http, rate)), 'cpuUs') +
    medianOf(sceneOf(result, atRate(sip, rate)), 'cpuUs')
  goal('CPU of the whole way to the sum of HTTP alone and SIP alone', cpuUs / ofParts, 1.3)
  goal('the same, with both at the rate of the whole way', cpuUs / ofPartsAtRate, 1.3)
  goal('p99 of initCall in ms', medianOf(scene, 'p99Ms'), 40)
  goal('p99.9 of initCall in ms', medianOf(scene, 'p999Ms'), 120)
  goal('from the answer to the INVITE, p99 in ms', medianOf(scene, 'toInviteP99Ms'), 30)
  goal('calls lost', medianOf(scene, 'lost'), 0)
  const held = medianOf(scene, 'perSecond')
  result.goals.push({
    what: 'admitted per second',
    measured: held.toFixed(0),
    wanted: `at least 98 % of ${rate}`,
    isMet: held >= 0.98 * rate,
  })
  const all = cpuUs + medianOf(scene, 'phonesUs') + medianOf(scene, 'loadUs')
  result.notes.push(
    `CPU of the whole way to the sum of both floors: ${(cpuUs / ofFloors).toFixed(2)}`,
    `service, phones and load together take ${all.toFixed(0)} µs: two cores hold ${(2e6 / all).toFixed(0)} per second`,
  )
}

/** Rates in steps, until one is not held or loses something. */
async function ramp(result: BenchResult, times: Times): Promise<number> {
  let highest = rampStep
  for (let rate = rampStep; ; rate += rampStep) {
    progress(`${rate} per second`)
    const round = await wholeWay({ ...times, perSecond: rate })
    result.scenes.push({
      name: `whole way, ${rate} per second`,
      at: { axis: 'asked per second', size: rate },
      rounds: [round],
    })
    say(`${rate} per second: ${inWords(round)}`)
    if (round.lost! > 0 || round.perSecond! < 0.98 * rate) break
    highest = rate
  }
  result.notes.push(`highest rate that was held without loss: ${highest} per second`)
  return highest
}

/** Four times what is held: what is still admitted, and how soon the others are refused. */
async function overload(result: BenchResult, times: Times, highest: number): Promise<void> {
  // Enough for every request to be sent when it is due, if the refusals come in time.
  const atOnce = 2_000
  const rates = { warmUpPerSecond: highest * calmShare, perSecond: highest * overloadTimes }
  const round = await wholeWay({ ...times, ...rates, atOnce })
  result.scenes.push({ name: `overload, ${highest * overloadTimes} per second`, rounds: [round] })
  const share = round.completedPerSecond! / highest
  // Nothing was refused: everything was admitted.
  const refusalMs = round.refusalP99Ms ?? 0
  result.goals.push(
    {
      what: `goodput at ${overloadTimes} times the capacity, to the capacity`,
      measured: share.toFixed(2),
      wanted: 'at least 0.8',
      isMet: share >= 0.8,
    },
    {
      what: 'p99 of a refusal in ms',
      measured: refusalMs.toFixed(0),
      wanted: 'under 100',
      isMet: refusalMs < 100,
    },
  )
}

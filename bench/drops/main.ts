// npm run bench -- drops [--groups 100] [--weeks 52] [--repeats 200]
import { parseArgs } from 'node:util'
import {
  drawnGroup,
  lifelike,
  plain,
  rhythm,
  rough,
  runGroup,
  seeded,
  warmUpHours,
} from '../../server/test/simulated-groups.ts'

const volumes = [3, 10, 30, 100, 300, 1000]
const falls = [
  [0.88, 0.78],
  [0.88, 0.66],
  [0.88, 0.44],
  [0.7, 0.35],
] as const
const faultDays = 7
const share = (sorted: readonly number[], part: number) => sorted[Math.floor(sorted.length * part)]

const print = (line: string) => process.stdout.write(`${line}\n`)

/** The calibration of the alarm of drops: false alarms without a fault, and how long a fault takes to be found. */
export async function run(flags: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...flags],
    options: {
      groups: { type: 'string', default: '100' },
      weeks: { type: 'string', default: '52' },
      repeats: { type: 'string', default: '200' },
    },
  })
  const [groups, weeks, repeats] = [Number(values.groups), Number(values.weeks), Number(values.repeats)]
  for (const [name, habits] of Object.entries({ plain, rhythm, lifelike, rough })) {
    const random = seeded(7)
    let found = 0
    for (let group = 0; group < groups; group++)
      found += runGroup(random, drawnGroup(random, habits), weeks * 7 * 24).length
    const aWeek = (found / weeks) * (100 / groups)
    print(`${name}: ${found} false alarms, ${aWeek.toFixed(3)} a week at 100 groups`)
  }
  for (const [rate, fallen] of falls) {
    print(`${rate} to ${fallen}, ${repeats} faults each:`)
    for (const callsAnHour of volumes) print(`  ${delayText(rate, fallen, callsAnHour, repeats)}`)
  }
}

function delayText(rate: number, fallen: number, callsAnHour: number, repeats: number): string {
  const random = seeded(3)
  const [hours, calls]: [number[], number[]] = [[], []]
  for (let repeat = 0; repeat < repeats; repeat++) {
    const fromHour = warmUpHours + 12 + Math.floor(random() * 24)
    const found = runGroup(random, { rate, callsAnHour, habits: lifelike }, faultDays * 24 + 36, {
      fault: { fromHour, toHour: Number.POSITIVE_INFINITY, rate: fallen },
      stopAtFirst: true,
      looksAnHour: 12,
    })
    const [first] = found.filter(({ atHour }) => atHour > fromHour)
    if (first === undefined) continue
    hours.push(first.atHour - fromHour)
    calls.push(first.calls)
  }
  const one = (value: number | undefined) => (value === undefined ? '-' : value.toFixed(1))
  const sorted = hours.toSorted((a, b) => a - b)
  const middleCalls = share(
    calls.toSorted((a, b) => a - b),
    0.5,
  )
  return `${callsAnHour} calls an hour: half within ${one(share(sorted, 0.5))} h (${middleCalls ?? '-'} calls), nine tenths within ${one(share(sorted, 0.9))} h, found ${hours.length} of ${repeats} within ${faultDays} days`
}

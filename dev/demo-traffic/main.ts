// npm run demo:traffic: makes a data folder with three weeks of realistic traffic and the end of a month, to look at the
// cabinet with.
import { existsSync, readdirSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { makeTraffic } from './make-traffic.ts'

/** Three weeks, or more when a month must end in it. */
const usualDays = Math.max(21, new Date().getUTCDate() + 3)

const { values } = parseArgs({
  options: {
    data: { type: 'string', default: 'data/demo-traffic' },
    days: { type: 'string', default: String(usualDays) },
    visits: { type: 'string', default: '4000' },
  },
})
const [days, visits] = [Number(values.days), Number(values.visits)]
if (!Number.isSafeInteger(days) || days < 1 || !Number.isSafeInteger(visits) || visits < 1) {
  console.error('usage: npm run demo:traffic -- [--data FOLDER] [--days N] [--visits N]')
  process.exit(2)
}
if (existsSync(values.data) && readdirSync(values.data).length > 0) {
  console.error(`${values.data} is not empty. Remove it, or choose another folder with --data.`)
  process.exit(2)
}
const startedAt = performance.now()
const made = await makeTraffic({
  folder: values.data,
  days,
  visits,
  endsAt: Date.now() - 60_000,
  report: (progress) =>
    process.stdout.write(
      `\rday ${progress.day} of ${days}: ${progress.visits} visits, ${progress.calls} calls `,
    ),
})
const seconds = Math.round((performance.now() - startedAt) / 1000)
process.stdout.write(`
${made.visits} visits, ${made.calls} calls, ${made.refused} refused requests in ${seconds} s.
Look at it:  RINGKEY_DATA=${values.data} RINGKEY_DEMO=on npm start\n`)

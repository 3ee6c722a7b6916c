import { readSettings } from '../../config/settings.ts'
import { type Clock, secondMs } from '../../platform/clock.ts'
import { defineCommand, flag, many, one } from '../command.ts'
import { metricsText, ownMetricsUrl } from '../metrics-text.ts'
import { printable } from '../printable.ts'
import { period, webAddress } from '../readings.ts'
import { frame } from '../top/frame.ts'
import { Samples } from '../top/samples.ts'

const clearScreen = '\x1b[H\x1b[2J'

export const top = defineCommand({
  words: 'top',
  summary: 'Watch the running service: rates, latency, calls, trunks and webhooks, until Ctrl+C',
  options: {
    from: many(
      'URL',
      'a metrics address; repeat it for several nodes (this machine if not said)',
      webAddress('an address such as http://10.0.0.7:9464/metrics'),
    ),
    every: one('SECONDS', 'time between two readings, 2 if not said', period),
    once: flag('print one reading and end'),
  },
  async run({ options, terminal }) {
    const urls = options.from.length > 0 ? options.from : [ownMetricsUrl(readSettings(terminal.environment))]
    const everyMs = (options.every ?? 2) * secondMs
    const interrupted = terminal.interrupted().then(() => true)
    let before = await scrape(urls, terminal.clock)
    for (;;) {
      const isOver = await Promise.race([pause(terminal.clock, everyMs), interrupted])
      if (isOver && !options.once) return undefined
      const now = await scrape(urls, terminal.clock)
      const lines = frame(
        before.samples,
        now.samples,
        (now.atMs - before.atMs) / secondMs,
        terminal.clock.now(),
        urls.length,
      )
      if (options.once) return { json: lines, text: lines.join('\n') }
      const text = `${printable(lines.join('\n'))}\n`
      if (terminal.isWatched) terminal.draw(`${clearScreen}${text}`)
      else terminal.out(`${text}\n`)
      before = now
    }
  },
})

async function scrape(urls: readonly string[], clock: Clock): Promise<{ samples: Samples; atMs: number }> {
  const samples = new Samples(await Promise.all(urls.map(metricsText)))
  return { samples, atMs: clock.monotonicMs() }
}

const pause = (clock: Clock, ms: number) =>
  new Promise<false>((resolve) => clock.after(ms, () => resolve(false)))

import type { Clock } from '../../platform/clock.ts'
import type { AllWaysDeps } from '../../telephony/all-ways/check-all-ways.ts'

const pollMs = 300

/**
 * The running service handles the incoming calls; this command sees them in its metrics. Undefined when no service with
 * these settings runs on this machine.
 */
export async function incomingByMetrics(url: string, clock: Clock): Promise<AllWaysDeps['nextIncoming']> {
  if ((await fatesOf(url, '')) === undefined) return undefined
  return async (trunk, signal) => {
    const before = await fatesOf(url, trunk)
    while (!signal.aborted) {
      for (const [fate, count] of (await fatesOf(url, trunk)) ?? [])
        if (count > (before?.get(fate) ?? 0)) return fate
      await new Promise<void>((resolve) => clock.after(pollMs, resolve))
    }
    return undefined
  }
}

async function fatesOf(url: string, trunk: string): Promise<Map<string, number> | undefined> {
  const text = await fetch(url).then(
    (response) => response.text(),
    () => undefined,
  )
  if (text === undefined) return undefined
  const found = text.matchAll(/^ringkey_incoming_calls_total\{trunk="([^"]*)",fate="([^"]*)"\} (\d+)/gm)
  return new Map(
    [...found].filter(([, of]) => of === trunk).map(([, , fate, count]) => [fate!, Number(count)]),
  )
}

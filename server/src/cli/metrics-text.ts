import type { Settings } from '../config/settings.ts'
import { secondMs } from '../platform/clock.ts'
import { CommandFailed } from './failures.ts'

const timeoutMs = 5 * secondMs

/** Where the service of these settings shows its metrics. */
export function ownMetricsUrl(settings: Pick<Settings, 'RINGKEY_METRICS_HOST' | 'RINGKEY_METRICS_PORT'>) {
  const { RINGKEY_METRICS_HOST: host, RINGKEY_METRICS_PORT: port } = settings
  if (port === 0)
    throw new CommandFailed('Metrics are switched off (RINGKEY_METRICS_PORT=0), and this command reads them.')
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}/metrics`
}

/** One scrape; fails with a sentence when no service answers there. */
export async function metricsText(url: string): Promise<string> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) })
    if (answer.ok) return await answer.text()
    throw new CommandFailed(`${url} answers ${answer.status}: expected the metrics of a running service`)
  } catch (error) {
    if (error instanceof CommandFailed) throw error
    const cause = (error as Error).cause ?? error
    throw new CommandFailed(`${url} cannot be read (${(cause as Error).message}): is the service running?`)
  }
}

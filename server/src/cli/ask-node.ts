import type { Settings } from '../config/settings.ts'
import { secondMs } from '../platform/clock.ts'
import { CommandFailed } from './failures.ts'

const timeoutMs = 5 * secondMs

type Where = Pick<Settings, 'RINGKEY_METRICS_HOST' | 'RINGKEY_METRICS_PORT'>

/** What the service of these settings answers on its metrics address; fails with a sentence when none answers there. */
export async function askNode(
  { RINGKEY_METRICS_HOST: host, RINGKEY_METRICS_PORT: port }: Where,
  path: string,
) {
  if (port === 0)
    throw new CommandFailed('Metrics are switched off (RINGKEY_METRICS_PORT=0), and this command reads them.')
  const url = `http://${host.includes(':') ? `[${host}]` : host}:${port}${path}`
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) })
    if (answer.ok) return await answer.text()
    throw new CommandFailed(`${url} answers ${answer.status}: expected a running service`)
  } catch (error) {
    if (error instanceof CommandFailed) throw error
    const cause = (error as Error).cause ?? error
    throw new CommandFailed(`${url} cannot be read (${(cause as Error).message}): is the service running?`)
  }
}

// systemd learns that the service needs longer to start, that it is ready, that it stops, and that it is alive (sd_notify(3)).
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { type Clock, hourMs, minuteMs } from '../platform/clock.ts'
import type { Log } from '../platform/log.ts'

/** Sends one message, such as `READY=1`. */
export type Notify = (message: string) => Promise<void>

const patienceMs = 5_000
/** How often more time is asked for, how much, and for how long at most. */
const extendEveryMs = minuteMs
const extension = 'EXTEND_TIMEOUT_USEC=180000000'
const longestStartMs = 2 * hourMs

/**
 * Node has no datagram sockets in the file system, and a native module for a message a minute is too much: systemd's own
 * program sends it. It waits until systemd has read the message, so the unit needs `NotifyAccess=all` and nothing more.
 */
const notifyBySystemd: Notify = async (message) => {
  await promisify(execFile)('systemd-notify', [message], { timeout: patienceMs })
}

export type Systemd = ReturnType<typeof systemdOf>

interface SystemdOptions {
  /** systemd sets NOTIFY_SOCKET, WATCHDOG_USEC and WATCHDOG_PID for a unit that wants to be notified. */
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly clock: Clock
  readonly log: Log
  readonly pid?: number
  readonly notify?: Notify
}

export function systemdOf({
  environment,
  clock,
  log,
  pid = process.pid,
  notify = notifyBySystemd,
}: SystemdOptions) {
  const isWanted = (environment.NOTIFY_SOCKET ?? '') !== ''
  const say = async (message: string) => {
    if (!isWanted) return
    try {
      await notify(message)
    } catch (error) {
      log.warn({ event: 'notify-failed', err: error, message }, 'systemd could not be notified')
    }
  }
  let extending: { cancel(): void } | undefined
  return {
    /** Until `ready` systemd is asked for more time: an index on a large table takes an hour to build. */
    starting() {
      if (!isWanted) return
      const untilMs = clock.monotonicMs() + longestStartMs
      extending = clock.every(extendEveryMs, async () => {
        if (clock.monotonicMs() < untilMs) await say(extension)
      })
    },
    async ready() {
      extending?.cancel()
      await say('READY=1')
      const periodMs = isWanted ? watchdogPeriodMs(environment, pid) : undefined
      // A timer of the main thread: when that thread is stuck, no sign of life is sent and systemd restarts the service.
      if (periodMs !== undefined) clock.every(periodMs, () => say('WATCHDOG=1'))
    },
    stopping: () => say('STOPPING=1'),
  }
}

/** Half of the time after which systemd would restart us, as sd_watchdog_enabled(3) advises. */
function watchdogPeriodMs(
  { WATCHDOG_USEC, WATCHDOG_PID }: Readonly<Record<string, string | undefined>>,
  pid: number,
): number | undefined {
  const limitUs = Number(WATCHDOG_USEC ?? 0)
  const isOurs = WATCHDOG_PID === undefined || Number(WATCHDOG_PID) === pid
  return isOurs && limitUs > 0 ? limitUs / 2_000 : undefined
}

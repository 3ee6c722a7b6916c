import { dayMs } from '../../platform/clock.ts'
import { pacedWork } from '../../platform/paced-work.ts'
import { systemClock } from '../../platform/system-clock.ts'
import { defineCommand, flag } from '../command.ts'
import { CommandFailed } from '../failures.ts'
import { counted, timeText } from '../wording.ts'

const piece = 500
/** A running service gets the write lock in between. */
const restPerWork = 1

export const purge = defineCommand({
  words: 'purge',
  summary: 'Delete expired records now (RINGKEY_RETENTION); the service also does it every minute',
  options: {
    'trust-clock': flag('purge although the clock is days past the last purge: it is right'),
  },
  async run({ open, options }) {
    const { store, settings, now } = await open()
    const { callDays, operatorLogDays } = settings.RINGKEY_RETENTION
    const before = now() - callDays * dayMs
    const logBefore = now() - operatorLogDays * dayMs
    const trustsClock = options['trust-clock']
    let deleted = 0
    await pacedWork(systemClock, restPerWork, async () => {
      const progress = await store.purge({ before, logBefore, now: now(), limit: piece, trustsClock })
      if (progress.refusedSince !== undefined) {
        throw new CommandFailed(
          `Nothing was purged: the clock says ${timeText(now())} UTC, but the last purge was at ` +
            `${timeText(progress.refusedSince)} UTC. Set the clock; if it is right, add --trust-clock.`,
        )
      }
      deleted += progress.deleted
      return progress.more
    })
    return {
      json: { deleted, retention_days: callDays },
      text: `${counted(deleted, 'record')} past ${counted(callDays, 'day')} forgotten. The ledger stays.`,
    }
  },
})

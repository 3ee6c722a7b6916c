import { perform } from '../../operations/perform.ts'
import { clockTrusted } from '../../operations/recorded.ts'
import { dayMs } from '../../platform/clock.ts'
import { pacedWork } from '../../platform/paced-work.ts'
import { systemClock } from '../../platform/system-clock.ts'
import { defineCommand } from '../command.ts'
import { counted } from '../wording.ts'

const piece = 500
/** A running service gets the write lock in between. */
const restPerWork = 1

export const trustClock = defineCommand({
  words: 'retention trust-clock',
  summary:
    'Say that the clock is right although it is days past the last deletion, and delete what is past its retention',
  async run({ open }) {
    const context = await open()
    const { store, now } = context
    const { keepCallsDays, keepOperatorLogDays } = await store.installationSettings()
    const before = now() - keepCallsDays * dayMs
    const logBefore = now() - keepOperatorLogDays * dayMs
    let deleted = 0
    await pacedWork(systemClock, restPerWork, async () => {
      const progress = await store.purge({ before, logBefore, now: now(), limit: piece, trustsClock: true })
      deleted += progress.deleted
      return progress.more
    })
    await perform(context, clockTrusted, { deleted })
    return {
      json: { deleted, retention_days: keepCallsDays },
      text: `${counted(deleted, 'record')} past ${counted(keepCallsDays, 'day')} deleted. The ledger stays.`,
    }
  },
})

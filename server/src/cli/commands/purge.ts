import { dayMs } from '../../platform/clock.ts'
import { defineCommand } from '../command.ts'
import { counted } from '../wording.ts'

const piece = 500

const purge = defineCommand({
  words: 'purge',
  summary: 'Forget now what is past RINGKEY_RETENTION_DAYS; the service does it every minute too',
  operands: {},
  options: {},
  async run({ open }) {
    const { store, settings, now } = await open()
    const before = now() - settings.RINGKEY_RETENTION_DAYS * dayMs
    let deleted = 0
    for (let more = true; more; ) {
      const progress = await store.purge({ before, now: now(), limit: piece })
      deleted += progress.deleted
      more = progress.more
    }
    return {
      json: { deleted, retention_days: settings.RINGKEY_RETENTION_DAYS },
      text: `${counted(deleted, 'record')} past ${counted(settings.RINGKEY_RETENTION_DAYS, 'day')} forgotten. The ledger stays.`,
    }
  },
})

export const purgeCommands = [purge]

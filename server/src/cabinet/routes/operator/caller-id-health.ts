import { readCallerHealth } from '../../../operations/read-caller-health.ts'
import { get } from '../../route.ts'
import type { CallerHealthView } from '../../views/operator/pools.ts'

/** The page is for people: a list of thousands of numbers is for the command. */
const maxQuarantines = 500

const look = get('/operator/caller-id-health', 'operator', async ({ deps }): Promise<CallerHealthView> => {
  const { store, numbering, demo, clock, settings } = deps
  const health = await readCallerHealth({ store, numbering, withDemo: demo.isOn }, clock.now())
  return {
    ...health,
    quarantines: health.quarantines.slice(0, maxQuarantines),
    quarantinesLeftOut: Math.max(0, health.quarantines.length - maxQuarantines),
    isOn: settings.RINGKEY_NUMBER_QUARANTINE === 'on',
  }
})

export const callerIdHealthRoutes = [look]

import { readCallerHealth } from '../../../operations/read-caller-health.ts'
import { get } from '../../route.ts'

/** The page is for people: a list of thousands of numbers is for the command. */
const maxQuarantines = 500

const look = get('/operator/caller-id-health', 'operator', async ({ deps }) => {
  const { store, numbering, demo, clock, installation } = deps
  const health = await readCallerHealth({ store, numbering, withDemo: demo.isOn }, clock.now())
  return {
    ...health,
    quarantines: health.quarantines.slice(0, maxQuarantines),
    /** Numbers that are paused or being retested beyond those that are listed. */
    quarantinesLeftOut: Math.max(0, health.quarantines.length - maxQuarantines),
    /** Refused numbers are paused automatically. */
    isOn: installation.settings.quarantineNumbers,
  }
})

export const callerIdHealthRoutes = [look]

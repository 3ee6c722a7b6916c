import { readCallerHealth } from '../../../operations/read-caller-health.ts'
import { get } from '../../route.ts'
import type { CallerHealthView } from '../../views/operator/pools.ts'

/** The page is for people: a list of thousands of numbers is for the command. */
const maxRests = 500

const look = get('/operator/caller-id-health', 'operator', async ({ deps }): Promise<CallerHealthView> => {
  const { store, numbering, demo, clock, settings } = deps
  const health = await readCallerHealth({ store, numbering, withDemo: demo.isOn }, clock.now())
  return {
    ...health,
    rests: health.rests.slice(0, maxRests),
    restsLeftOut: Math.max(0, health.rests.length - maxRests),
    isOn: settings.RINGKEY_NUMBER_REST === 'on',
  }
})

export const callerIdHealthRoutes = [look]

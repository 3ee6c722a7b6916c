import type { Route } from '../route.ts'
import { eventRoutes } from './events.ts'
import { overviewRoutes } from './overview.ts'
import { serviceRoutes } from './services.ts'
import { sessionRoutes } from './session.ts'
import { statisticsRoutes } from './statistics.ts'
import { verificationRoutes } from './verifications.ts'

/** Every address of the cabinet's API. */
export const routes: readonly Route[] = [
  ...sessionRoutes,
  ...serviceRoutes,
  ...eventRoutes,
  ...overviewRoutes,
  ...statisticsRoutes,
  ...verificationRoutes,
]

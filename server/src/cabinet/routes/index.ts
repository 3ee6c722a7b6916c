import type { Route } from '../route.ts'
import { phoneRoutes } from './phone.ts'
import { phoneRingRoutes } from './phone-ring.ts'
import { serviceRoutes } from './services.ts'
import { sessionRoutes } from './session.ts'

/** Every address of the cabinet's API. */
export const routes: readonly Route[] = [
  ...sessionRoutes,
  ...phoneRoutes,
  ...phoneRingRoutes,
  ...serviceRoutes,
]

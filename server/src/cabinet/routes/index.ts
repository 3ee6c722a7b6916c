import type { Route } from '../route.ts'
import { serviceRoutes } from './services.ts'
import { sessionRoutes } from './session.ts'

/** Every address of the cabinet's API. */
export const routes: readonly Route[] = [...sessionRoutes, ...serviceRoutes]

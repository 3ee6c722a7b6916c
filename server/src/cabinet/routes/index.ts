import type { Route } from '../route.ts'
import { operatorRoutes } from './operator/index.ts'
import { serviceRoutes } from './services.ts'
import { sessionRoutes } from './session.ts'

/** Every address of the cabinet's API. */
export const routes: readonly Route[] = [...sessionRoutes, ...operatorRoutes, ...serviceRoutes]

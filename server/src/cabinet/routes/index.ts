import type { Route } from '../route.ts'
import { accountRoutes } from './account.ts'
import { linkRoutes } from './links.ts'
import { secondFactorRoutes } from './second-factor.ts'
import { secondFactorStepRoutes } from './second-factor-step.ts'
import { securityRoutes } from './security.ts'
import { serviceRoutes } from './services.ts'
import { sessionRoutes } from './session.ts'
import { signUpRoutes } from './sign-up.ts'
import { teamRoutes } from './team.ts'

/** Every address of the cabinet's API. */
export const routes: readonly Route[] = [
  ...accountRoutes,
  ...linkRoutes,
  ...secondFactorRoutes,
  ...secondFactorStepRoutes,
  ...securityRoutes,
  ...serviceRoutes,
  ...sessionRoutes,
  ...signUpRoutes,
  ...teamRoutes,
]

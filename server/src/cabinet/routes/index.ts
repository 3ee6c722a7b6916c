import type { Route } from '../route.ts'
import { accountRoutes } from './account.ts'
import { ledgerRoutes } from './ledger.ts'
import { linkRoutes } from './links.ts'
import { moneyRoutes } from './money.ts'
import { secondFactorRoutes } from './second-factor.ts'
import { secondFactorStepRoutes } from './second-factor-step.ts'
import { securityRoutes } from './security.ts'
import { serviceKeyRoutes } from './service-keys.ts'
import { serviceLimitRoutes } from './service-limits.ts'
import { serviceRoutes } from './services.ts'
import { sessionRoutes } from './session.ts'
import { signUpRoutes } from './sign-up.ts'
import { teamRoutes } from './team.ts'
import { trialRoutes } from './trials.ts'
import { webhookRoutes } from './webhooks.ts'

/** Every address of the cabinet's API. */
export const routes: readonly Route[] = [
  ...accountRoutes,
  ...ledgerRoutes,
  ...linkRoutes,
  ...moneyRoutes,
  ...secondFactorRoutes,
  ...secondFactorStepRoutes,
  ...securityRoutes,
  ...serviceKeyRoutes,
  ...serviceLimitRoutes,
  ...serviceRoutes,
  ...sessionRoutes,
  ...signUpRoutes,
  ...teamRoutes,
  ...trialRoutes,
  ...webhookRoutes,
]

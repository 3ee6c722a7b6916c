import type { Route } from '../route.ts'
import { ledgerRoutes } from './ledger.ts'
import { moneyRoutes } from './money.ts'
import { serviceKeyRoutes } from './service-keys.ts'
import { serviceLimitRoutes } from './service-limits.ts'
import { serviceRoutes } from './services.ts'
import { sessionRoutes } from './session.ts'
import { trialRoutes } from './trials.ts'
import { webhookRoutes } from './webhooks.ts'

/** Every address of the cabinet's API. */
export const routes: readonly Route[] = [
  ...sessionRoutes,
  ...ledgerRoutes,
  ...moneyRoutes,
  ...serviceKeyRoutes,
  ...serviceLimitRoutes,
  ...serviceRoutes,
  ...trialRoutes,
  ...webhookRoutes,
]

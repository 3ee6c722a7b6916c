import type { Route } from '../../route.ts'
import { accountRoutes } from './accounts.ts'
import { alarmRoutes } from './alarms.ts'
import { callRoutes } from './calls.ts'
import { captureRoutes } from './capture.ts'
import { logRoutes } from './log.ts'
import { operatorMoneyRoutes } from './money.ts'
import { nodeRoutes } from './nodes.ts'
import { numberHealthRoutes } from './number-health.ts'
import { numberingRoutes } from './numbering.ts'
import { poolRoutes } from './pools.ts'
import { protectionRoutes } from './protection.ts'
import { operatorQualityRoutes } from './quality.ts'
import { listTrunks } from './trunks.ts'
import { operatorVerificationRoutes } from './verifications.ts'

/** Every address of the operator's console. */
export const operatorRoutes: readonly Route[] = [
  listTrunks,
  ...callRoutes,
  ...captureRoutes,
  ...operatorQualityRoutes,
  ...operatorVerificationRoutes,
  ...poolRoutes,
  ...numberHealthRoutes,
  ...accountRoutes,
  ...operatorMoneyRoutes,
  ...numberingRoutes,
  ...protectionRoutes,
  ...alarmRoutes,
  ...nodeRoutes,
  ...logRoutes,
]

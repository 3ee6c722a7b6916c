import type { Placed } from '../../operations/operation.ts'
import { type Operations, operations } from '../../operations/operations-table.ts'
import { change } from '../change.ts'
import type { Route, RouteOf } from '../typed-route.ts'
import { accountRoutes } from './account.ts'
import { consentRoutes } from './consent.ts'
import { emailRoutes } from './email.ts'
import { events } from './events.ts'
import { firstStepsRoutes } from './first-steps.ts'
import { ledgerRoutes } from './ledger.ts'
import { linkRoutes } from './links.ts'
import { moneyRoutes } from './money.ts'
import { customerRoutes } from './operator/accounts.ts'
import { alarmRoutes } from './operator/alarms.ts'
import { callerIdHealthRoutes } from './operator/caller-id-health.ts'
import { callRoutes } from './operator/calls.ts'
import { captureRoutes } from './operator/capture.ts'
import { contractRoutes } from './operator/contracts.ts'
import { installationRoutes } from './operator/installation.ts'
import { logRoutes } from './operator/log.ts'
import { operatorMoneyRoutes } from './operator/money.ts'
import { nodeRoutes } from './operator/nodes.ts'
import { numberingRoutes } from './operator/numbering.ts'
import { poolRoutes } from './operator/pools.ts'
import { protectionRoutes } from './operator/protection.ts'
import { operatorQualityRoutes } from './operator/quality.ts'
import { listTrunks } from './operator/trunks.ts'
import { operatorVerificationRoutes } from './operator/verifications.ts'
import { overview } from './overview.ts'
import { phoneRoutes } from './phone.ts'
import { qualityRoutes } from './quality.ts'
import { recordingRoutes } from './recordings.ts'
import { requestRoutes } from './requests.ts'
import { savedViewRoutes } from './saved-views.ts'
import { secondFactorRoutes } from './second-factor.ts'
import { secondFactorStepRoutes } from './second-factor-step.ts'
import { securityRoutes } from './security.ts'
import { serviceKeyRoutes } from './service-keys.ts'
import { serviceRoutes } from './services.ts'
import { sessionRoutes } from './session.ts'
import { signUpRoutes } from './sign-up.ts'
import { statementRoutes } from './statements.ts'
import { teamRoutes } from './team.ts'
import { trialRoutes } from './trials.ts'
import { startVerification } from './verification-trials.ts'
import { verificationRoutes } from './verifications.ts'
import { webhookRoutes } from './webhooks.ts'

const written = [
  ...accountRoutes,
  ...consentRoutes,
  ...emailRoutes,
  events,
  ...ledgerRoutes,
  ...linkRoutes,
  ...moneyRoutes,
  listTrunks,
  ...callRoutes,
  ...captureRoutes,
  ...operatorQualityRoutes,
  ...operatorVerificationRoutes,
  ...poolRoutes,
  ...contractRoutes,
  ...callerIdHealthRoutes,
  ...customerRoutes,
  ...operatorMoneyRoutes,
  ...numberingRoutes,
  ...protectionRoutes,
  ...alarmRoutes,
  ...nodeRoutes,
  ...installationRoutes,
  ...logRoutes,
  overview,
  ...phoneRoutes,
  startVerification,
  ...verificationRoutes,
  ...qualityRoutes,
  ...recordingRoutes,
  ...requestRoutes,
  ...savedViewRoutes,
  ...secondFactorRoutes,
  ...secondFactorStepRoutes,
  ...securityRoutes,
  ...serviceKeyRoutes,
  ...serviceRoutes,
  ...sessionRoutes,
  ...signUpRoutes,
  ...statementRoutes,
  ...firstStepsRoutes,
  ...teamRoutes,
  ...trialRoutes,
  ...webhookRoutes,
]

/** What operators and owners change, where the operation alone says everything about its address. */
const declared = Object.values(operations)
  .filter(({ api }) => api !== undefined)
  .map((operation) => change(operation as never) as Route)
  .filter(({ path }) => !written.some((each) => each.method === 'POST' && each.path === path)) as {
  [Name in keyof Operations]: Operations[Name] extends Placed<infer Path, infer By, infer Sent, infer Answer>
    ? Unwritten<RouteOf<Path, By, Sent, Answer>>
    : never
}[keyof Operations][]

type Written = Extract<(typeof written)[number], { readonly method: 'POST' }>['path']
type Unwritten<Each extends Route> = Each['path'] extends Written ? never : Each

/** Every address of the cabinet's API. The web app reads their types: the compiler writes them out here. */
export const routes = [...written, ...declared]

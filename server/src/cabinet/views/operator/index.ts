/** What the operator's console receives. */

export type { AccessFacts, OperatorActionFacts } from '../../../operations/action-facts.ts'
export type {
  AccountDetail,
  AccountLine,
  AccountsView,
  AuditView,
  CapView,
  TariffOfOperator,
} from './accounts.ts'
export type { LogGroup, LogResult, OperatorActionsView } from './actions.ts'
export type {
  AlarmChannel,
  AlarmReceiverView,
  AlarmRecord,
  AlarmsView,
  NewReceiverAnswer,
  PastAlarmsView,
  ReceiverTestAnswer,
} from './alarms.ts'
export type { OperatorMoneyView } from './money.ts'
export type { AdminScope, AdminTokenView, NewAdminToken, NodesView, NodeView, SettingView } from './nodes.ts'
export type {
  BlockHealth,
  CodePlan,
  FurtherRangeView,
  HealthCounts,
  NumberHealthView,
  NumberRest,
} from './number-health.ts'
export type { NumberingView, NumberView } from './numbering.ts'
export type { CoverageView, PoolsView } from './pools.ts'
export type { DoNotCallAnswer, ProtectionView } from './protection.ts'
export type { AllWaysLine, LiveTrunkView, RoutesView, TestCallLine, TrunksView, TrunkView } from './trunks.ts'

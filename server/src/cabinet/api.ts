/**
 * The shapes that the web app receives: types only, shared through the package's `./cabinet-api`. Files in views/
 * import only types of records, their lists of words and the field tables, so that the web app does not drag the server in.
 */

export type { ChoiceReason } from '../books/call-details.ts'
export type { Rate, Share } from '../quality/rates.ts'
export type { Role } from '../storage/queries/people.ts'
export type { Permission } from './permissions.ts'
export type {
  AccountDetails,
  ActionView,
  InvitationView,
  Invited,
  LinkView,
  MemberView,
} from './views/account.ts'
export type { ProblemBody } from './views/answer.ts'
export type {
  CallCode,
  CallDetail,
  LiveEvent,
  TimelineStep,
} from './views/call.ts'
export type { ChangedDialect, DialectView } from './views/dialect.ts'
export type {
  Entrance,
  FirstStepsView,
  Me,
  RecoveryCodes,
  Security,
  SessionView,
  TotpOffer,
} from './views/me.ts'
export type {
  LedgerLine,
  LedgerPageView,
  MoneyRow,
  MoneyView,
  MonthsView,
  NoticeView,
  PriceView,
  StatementView,
  TariffView,
} from './views/money.ts'
export type * from './views/operator/index.ts'
export type { DialledView, VerificationView } from './views/phone.ts'
export type {
  BlockedNetworksView,
  ChangeView,
  QualityFigures,
  QualityKey,
  QualityPoint,
  QualityReport,
  QualityRow,
  RateView,
  SavedViews,
} from './views/quality.ts'
export type { RequestPageView, RequestSummary, RequestView } from './views/request.ts'
export type {
  ConsentOfNumber,
  ConsentView,
  GatewayList,
  GatewayView,
  HookList,
  HookView,
  KeyList,
  KeyView,
  MadeGateway,
  MadeHook,
  MadeOidcClient,
  NewKey,
  OidcClientList,
  OidcClientView,
  PausedView,
  ServiceDetail,
  ServiceView,
  SpendBounds,
  WebhookSecretView,
  WorkflowPreviewView,
} from './views/service.ts'
export type {
  Attention,
  ConversionView,
  Overview,
  Sums,
  TimesToRing,
} from './views/statistics.ts'
export type { StartedTrial, TrialView } from './views/trial.ts'
export type {
  CallRouting,
  OtherAttempts,
  StartedVerification,
  StepView,
  VerificationDetail,
  VerificationLine,
  VerificationPage,
  VerificationsFound,
} from './views/verification.ts'
export type {
  EndpointList,
  EndpointView,
  SignatureAnswer,
  SignatureFault,
  TestEventSent,
  TroubledReceiver,
  WebhookDetail,
  WebhookPage,
  WebhookView,
} from './views/webhook.ts'

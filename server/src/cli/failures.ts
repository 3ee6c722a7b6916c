import { ExplainedError } from '../platform/explained-error.ts'
import type { OperationRefused, RefusalReason } from '../storage/operation-refused.ts'

/** The command line cannot be understood: exit code 2. */
export class UsageError extends Error {}

/** The command was understood and could not be carried out: exit code 1. */
export class CommandFailed extends ExplainedError {}

/** The command to run next. */
const hints: Partial<Readonly<Record<RefusalReason, string>>> = {
  'no-trunk': 'see ringkey trunk list',
  'no-range': 'see ringkey pool list',
  'no-contract': 'see ringkey contract list',
  'not-quarantined': 'see ringkey pool health',
  'not-blocked': 'see ringkey address list',
  'not-paused': 'see ringkey prefix list',
  'no-tariff': 'see ringkey tariff list',
  'no-account': 'see ringkey account list',
  'no-service': 'see ringkey service list',
  'money-spent': 'allow it with --allow-debt',
  'no-key': 'see ringkey service keys',
  'too-many-keys': 'revoke one first',
  'no-endpoint': 'see ringkey endpoint list',
  'too-many-endpoints': 'remove one first',
  'no-hook': 'see ringkey hook list',
  'hook-exists': 'see ringkey hook list; hook rotate makes a new credential',
  'no-oidc-client': 'see ringkey oidc client list',
  'too-many-oidc-clients': 'oidc client remove ends one that is not used',
  'no-gateway': 'see ringkey gateway list',
  'too-many-gateways': 'remove one first',
  'no-recording': 'see ringkey prompts list',
  'too-many-recordings': 'remove some first',
}

export function refusalText({ reason, message }: OperationRefused): string {
  const hint = hints[reason]
  return hint === undefined ? message : `${message}: ${hint}`
}

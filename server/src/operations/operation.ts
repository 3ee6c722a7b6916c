import type { Static, TSchema } from 'typebox'
import type { DemoMode } from '../accounts/demo-mode.ts'
import type { Passwords } from '../accounts/passwords.ts'
import type { PhoneHasher } from '../calls/phone-privacy.ts'
import type { Numbering } from '../numbering/phone.ts'
import { type Random, randomWord } from '../platform/random.ts'
import type { Sealer } from '../platform/sealing.ts'
import type { Author } from '../storage/author.ts'
import type { AdminScope } from '../storage/queries/admin-tokens.ts'
import type { OperationTx as StoredTx } from '../storage/queries/perform.ts'
import type { MaybePromise } from '../storage/sql.ts'
import type { Store } from '../storage/store.ts'
import type { CallbackGuard } from '../webhooks/callback-guard.ts'
import type { WebhookSecrets } from '../webhooks/secrets.ts'
import type { Both } from './wording.ts'

/** What every operation needs: the store, the time, and the author of the change. */
export interface OperationContext {
  readonly store: Store
  readonly author: Author
  /** Set when only what belongs to this account may be changed. */
  readonly accountId?: number | undefined
  now(): number
}

/** What operations need before their transaction: for secrets, phone numbers and addresses. */
export interface FullContext extends OperationContext {
  readonly random: Random
  readonly passwords: Pick<Passwords, 'hash'>
  readonly sealer: Sealer
  readonly hasher: PhoneHasher
  readonly numbering: Pick<Numbering, 'readFreeText'>
  readonly webhookSecrets: WebhookSecrets
  readonly callbackGuard: Pick<CallbackGuard, 'check'>
  readonly demo: Pick<DemoMode, 'isOwn' | 'isOn'>
  readonly settings: { readonly RINGKEY_SIP_HOST: string }
}

export interface OperationTx<Facts = never> extends Omit<StoredTx, 'log' | 'history'> {
  /** What is done and has no other answer returns it: the command reports its sentence. */
  log<Logged extends Facts>(facts: Logged, accountId?: number): Logged
  history(accountId: number, facts: Facts): void
}

/**
 * One change that an operator or an owner can make. The cabinet's route, the command, the admin API and the log line
 * come from this declaration.
 */
export interface Operation<
  Input extends TSchema = TSchema,
  Prepared = unknown,
  Result = unknown,
  Answer = unknown,
  Needs extends OperationContext = OperationContext,
  Facts = never,
> {
  readonly name: string
  /** A sentence for the help of the command and for the document of the admin API. */
  readonly about: string
  /**
   * The sentence of its line in the operators' log and in the history of an account. The name of the operation and the
   * facts are stored permanently: an operation that needs other facts reads the old ones too. Phone numbers of people
   * are masks, people who are not operators an id. Every member of an account reads its history, so amounts and names of
   * tariffs are missing there.
   */
  log(facts: Facts): Both
  /** Who may: an operator, or members of the account who have this permission. */
  readonly by: 'operator' | 'change-services' | 'change-account'
  /**
   * The path is below `/admin/v1`; the cabinet has the same below its own address. Undefined for what the service or a
   * command does by itself: no API has it.
   */
  readonly api?: { readonly scope: Exclude<AdminScope, 'read'>; readonly path: string }
  readonly input: Input
  /** In the cabinet the password is given again. */
  readonly needsProof?: true
  /** It affects no setting, so running nodes need not read their settings again. */
  readonly isIndependent?: true
  /** Of a request; the usual limit of the API when left out. */
  readonly maxBodyBytes?: number
  /** An operation id makes a retry safe: whatever creates something may have one, and whatever moves money needs one. */
  readonly id?: 'may' | 'must'
  /** Before the transaction: what is random, slow, or asks another machine. */
  prepare?(context: Needs, input: Static<Input>): MaybePromise<Prepared>
  /** Inside the transaction. It refuses by throwing `OperationRefused`. */
  run(tx: OperationTx<Facts>, input: Prepared): MaybePromise<Result>
  /**
   * What is shown once and stored as a hash at most, such as a new key: members of the answer. They are known before the
   * transaction, so that a caller can keep them safe first; a repeated request gets null in their place.
   */
  shown?(context: Needs, input: Prepared): Readonly<Record<string, unknown>>
  /** After the transaction: what else the answer has. */
  answer?(context: Needs, result: Result, input: Prepared): MaybePromise<Answer>
}

/** What the route of an operation follows from. */
export interface Placed<Path extends string, By extends Operation['by'], Sent, Answer> {
  readonly by: By
  readonly api?: { readonly scope: Exclude<AdminScope, 'read'>; readonly path: Path }
  /** A type alone. */
  readonly sent?: Sent
  /** A type alone. */
  readonly answered?: Answer
}

/** Whoever is not said to be allowed is not: without `by` it is for operators alone. */
export function operation<
  Input extends TSchema,
  Facts,
  Result,
  Prepared = Static<Input>,
  Answer = Result,
  Needs extends OperationContext = OperationContext,
  const Path extends string = never,
  By extends Operation['by'] = 'operator',
  Id extends 'may' | 'must' = never,
  Shown = unknown,
>(
  declared: Omit<Operation<Input, Prepared, Result, Answer, Needs, Facts>, 'api' | 'by' | 'id' | 'shown'> & {
    shown?(context: Needs, input: Prepared): Shown
    readonly api?: { readonly scope: Exclude<AdminScope, 'read'>; readonly path: Path }
    readonly by?: By
    readonly id?: Id
  },
): Operation<Input, Prepared, Result, Answer & Shown, Needs, Facts> &
  Placed<Path, By, Static<Input> & WithId<Id>, Answer & Shown> {
  return { by: 'operator' as By, ...declared } as never
}

type WithId<Id> = [Id] extends [never]
  ? unknown
  : Id extends 'must'
    ? { readonly operationId: string }
    : { readonly operationId?: string }

/**
 * Created by a form when it is opened and by a command when it starts: a retry with the same id is the same operation.
 */
export const operationIdPattern = '^[A-Za-z0-9-]{16,64}$'
export const operationIdExpected = '16 to 64 letters, digits and dashes'
const idLength = 24

export function newOperationId(random: Random): string {
  return randomWord(random, idLength)
}

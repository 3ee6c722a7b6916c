import type { ChangeName, Changes } from '../storage/operation-records.ts'
import type { Store } from '../storage/store.ts'
import type { OperatorActionFacts, OperatorActionKind } from './action-facts.ts'
import type { Author } from './author.ts'
import { OperationRefused } from './operation-refused.ts'

/** Retries when concurrent changes come between a decision and its transaction, before it is given up. */
const maxTries = 10

/** What every operation needs: the store, the time, and the author of the change. */
export interface Operating {
  readonly store: Store
  readonly author: Author
  now(): number
}

export type LogLine = {
  readonly [Kind in OperatorActionKind]: { readonly kind: Kind; readonly facts: OperatorActionFacts[Kind] }
}[OperatorActionKind]

export interface HistoryLine {
  readonly accountId: number
  readonly text: string
}

export interface Decision<Name extends ChangeName> {
  readonly change: Name
  /** It affects no setting, so running nodes need not read their settings again. */
  readonly isIndependent?: true
  readonly input: Changes[Name]['input']
  /** For the operators' log. It is not written when a member of an account makes the change. */
  readonly log: LogLine
  /** For the history of an account. Every role can read it: no amounts and no names of tariffs. */
  readonly history?: HistoryLine | readonly HistoryLine[]
}

/**
 * Decides on a change and makes it. The data that the decision read is unchanged when the change is made; otherwise the
 * decision is repeated. When the decision is undefined, nothing is changed or logged, and the result is undefined.
 */
export async function operate<Name extends ChangeName>(
  operating: Operating,
  decide: (at: number) => Promise<Decision<Name> | undefined>,
  operationId: string | null = null,
): Promise<Changes[Name]['result'] | undefined> {
  const { store, author } = operating
  for (let attempt = 1; attempt <= maxTries; attempt++) {
    const settingsVersion = await store.settingsVersion()
    const at = operating.now()
    const decision = await decide(at)
    if (decision === undefined) return undefined
    const { change, input, log, history } = decision
    const outcome = await store.operate<Name>({
      id: operationId,
      settingsVersion: decision.isIndependent ? null : settingsVersion,
      at,
      change,
      input,
      operatorAction: author.role === 'operator' ? { ...operatorLine(author, log), createdAt: at } : null,
      accountActions: [history ?? []].flat().map(({ accountId, text }) => ({
        accountId,
        action: { ...historyLine(author, text), createdAt: at },
      })),
    })
    if (outcome.kind === 'id-taken') {
      throw new OperationRefused('operation-id-taken', 'this operation id belongs to another change')
    }
    if (outcome.kind !== 'outdated') return outcome.result
  }
  throw new OperationRefused('changed-meanwhile', 'the settings were changed meanwhile: try again')
}

/** Records an action that changes nothing in the store. */
export async function record(
  operating: Operating,
  log: LogLine,
  history: readonly HistoryLine[] = [],
): Promise<void> {
  await operate(operating, async () => ({
    change: 'nothing',
    isIndependent: true,
    input: null,
    log,
    history,
  }))
}

function operatorLine(author: Author & { role: 'operator' }, { kind, facts }: LogLine) {
  const { personId, email, ip, userAgent } = author
  return { personId, email, ip, userAgent, action: kind, facts: facts as Readonly<Record<string, unknown>> }
}

function historyLine(author: Author, text: string) {
  return author.role === 'operator'
    ? { action: text, userAgent: author.historyAgent, ip: '' }
    : { action: text, userAgent: author.userAgent, ip: author.ip }
}

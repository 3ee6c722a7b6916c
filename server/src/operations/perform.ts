import type { Static, TSchema } from 'typebox'
import { sha256 } from '../platform/sha256.ts'
import type { OperatorActionFacts } from './action-facts.ts'
import { checkInput } from './check-input.ts'
import type { Operating, Operation } from './operation.ts'
import { recordLine } from './record-line.ts'
import { operationsAddress } from './table-address.ts'

/** Makes a change, or throws `OperationRefused`, and then nothing has changed. */
export async function perform<Input extends TSchema, Prepared, Result, Answer, Needs extends Operating>(
  operating: Needs,
  operation: Operation<Input, Prepared, Result, Answer, Needs>,
  given: Static<Input>,
  operationId: string | null = null,
): Promise<Answer> {
  const { name, prepare, answer } = operation
  const { store, author, accountId = null } = operating
  // What the service does by itself has types alone.
  const asked = operation.scope === undefined ? given : checkInput(operation.input, given)
  const input = prepare === undefined ? (asked as Prepared) : await prepare(operating, asked)
  const result = (await store.perform({
    module: operationsAddress,
    name,
    input,
    id: operationId,
    requestHash: sha256(JSON.stringify([name, accountId, asked])).toString('hex'),
    author,
    accountId,
    at: operating.now(),
  })) as Result
  return answer === undefined ? (result as unknown as Answer) : answer(operating, result, input)
}

export type LogLine = {
  readonly [Kind in keyof OperatorActionFacts]: {
    readonly kind: Kind
    readonly facts: OperatorActionFacts[Kind]
  }
}[keyof OperatorActionFacts]

/** Records an action that changes nothing in the store. */
export function record(operating: Operating, line: LogLine): Promise<void> {
  return perform(operating, recordLine, line)
}

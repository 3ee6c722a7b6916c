import { newOperationId, operationIdExpected, operationIdPattern } from '../operations/operation-id.ts'
import { StoreUnavailable } from '../storage/store.ts'
import { one } from './command.ts'
import { CommandFailed } from './failures.ts'
import type { Terminal } from './terminal.ts'

/** For commands about money. */
export const operationOption = one('ID', 'repeat the command that failed with this id; it is done once', {
  expected: operationIdExpected,
  read: (typed: string) => (new RegExp(operationIdPattern).test(typed) ? typed : undefined),
})

/** When the store's answer is lost, the error tells how to repeat the same operation safely. */
export async function once<T>(
  { random }: Pick<Terminal, 'random'>,
  given: string | undefined,
  run: (operationId: string) => Promise<T>,
): Promise<T> {
  const operationId = given ?? newOperationId(random)
  try {
    return await run(operationId)
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error
    throw new CommandFailed(
      `${error.message}. Whether it was done is unknown. Repeat the command with --operation ${operationId}: ` +
        'it is done once.',
    )
  }
}

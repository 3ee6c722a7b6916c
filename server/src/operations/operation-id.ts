import { type Random, randomWord } from '../platform/random.ts'

/**
 * Created by a form when it is opened and by a command when it starts: a retry with the same id is the same operation.
 */
export const operationIdPattern = '^[A-Za-z0-9-]{16,64}$'
export const operationIdExpected = '16 to 64 letters, digits and dashes'
const idLength = 24

export function newOperationId(random: Random): string {
  return randomWord(random, idLength)
}

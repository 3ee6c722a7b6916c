// `ringkey confirm-pool add|list|remove`: the numbers that people call to confirm their own.
import { addConfirmationNumbers, removeConfirmationNumbers } from '../../operations/confirmation-pool.ts'
import type { Operating } from '../../operations/operate.ts'
import type { Report } from '../command.ts'
import { reported } from '../trunk/trunk-commands.ts'

export function addToPool(
  context: Operating,
  texts: readonly string[],
  trunks: readonly string[] = [],
): Promise<Report> {
  return reported(async () => {
    const { added, known } = await addConfirmationNumbers(context, texts, trunks)
    const bound = trunks.length === 0 ? '' : ` Calls to them count over ${trunks.join(', ')} alone.`
    return {
      json: { added, known, ...(trunks.length === 0 ? {} : { trunks }) },
      text: `Added: ${added}. In the pool already: ${known}.${bound}`,
    }
  })
}

export function removeFromPool(context: Operating, texts: readonly string[]): Promise<Report> {
  return reported(async () => {
    const { removed, unknown } = await removeConfirmationNumbers(context, texts)
    const text = `Removed: ${removed}. Not in the pool: ${unknown}.`
    return { json: { removed, unknown }, text, failed: removed === 0 }
  })
}

export async function listPool({ store }: Pick<Operating, 'store'>): Promise<Report> {
  const numbers = await store.confirmationNumbers()
  const lines = numbers.map(({ number, demo, trunks }) =>
    [number, ...(demo ? ['demo'] : []), ...(trunks.length === 0 ? [] : [trunks.join(', ')])].join('  '),
  )
  return { json: numbers, text: lines.length === 0 ? 'The confirmation pool is empty.' : lines.join('\n') }
}

import type { WrittenText } from './checkers/history.ts'
import type { World } from './world.ts'

/** Ten or eleven digits: whose they are is a question to the checker. The rest of what is written has no number at all. */
export const mayHoldNumber = (text: string) => /(?<!\d)\d{10,11}(?!\d)/.test(text)

/** All that the installation keeps, and what its nodes have logged. */
export async function writtenTexts(world: World): Promise<WrittenText[]> {
  const texts = world.nodes.flatMap(({ index, log }) =>
    log.map((text) => ({ where: `the log of node ${index}`, text })),
  )
  for (const table of await world.tables()) {
    for (const row of await world.rows(`SELECT * FROM ${table}`)) {
      const text = Object.values(row).map(shown).join(' | ')
      if (mayHoldNumber(text)) texts.push({ where: table, text })
    }
  }
  return texts
}

const shown = (value: unknown) =>
  value instanceof Uint8Array
    ? Buffer.from(value).toString('latin1')
    : typeof value === 'object'
      ? JSON.stringify(value)
      : String(value)

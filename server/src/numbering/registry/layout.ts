import { cleanField } from '../files/lines.ts'

/** Positions of the columns of a file; -1 for a column that it does not have. */
export interface Layout {
  readonly separator: ';' | '\t'
  readonly hasHeader: boolean
  readonly columns: number
  readonly code: number
  readonly from: number
  readonly to: number
  readonly capacity: number
  readonly network: number
  readonly region: number
  readonly territory: number
  readonly inn: number
}

/** The header cell without case, spaces and punctuation; `ё` as `е`. */
const plain = (cell: string) =>
  cell
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replace(/[^a-zа-я]/g, '')

/**
 * The ministry has published six columns (until 2021), seven (INN added, 2022) and eight (territory by the state
 * address register added). With a header the columns are found by name, else by their number.
 */
export function layoutOf(firstLine: string): Layout | undefined {
  const separator = firstLine.includes(';') ? ';' : '\t'
  const cells = firstLine.split(separator).map(cleanField)
  return withHeader(cells, separator) ?? withoutHeader(cells, separator)
}

function withHeader(cells: readonly string[], separator: Layout['separator']): Layout | undefined {
  const names = cells.map(plain)
  const at = (...titles: string[]) => names.findIndex((name) => titles.includes(name))
  const layout: Layout = {
    separator,
    hasHeader: true,
    columns: cells.length,
    // The first title is written with Cyrillic letters that look Latin, in any mixture.
    code: names.findIndex((name) => /^[авсabc]{3}(def)?$|^def$/.test(name)),
    from: at('от', 'from'),
    to: at('до', 'to'),
    capacity: at('емкость', 'capacity'),
    network: at('оператор', 'operator'),
    region: at('регион', 'region'),
    territory: at('территориягар', 'территория', 'territory'),
    inn: at('инн', 'inn'),
  }
  const { code, from, to, capacity, network, region, territory } = layout
  if ([code, from, to, capacity, network].includes(-1) || (region === -1 && territory === -1))
    return undefined
  return layout
}

function withoutHeader(cells: readonly string[], separator: Layout['separator']): Layout | undefined {
  const columns = cells.length
  if (columns < 6 || columns > 8 || !cells.slice(0, 4).every((cell) => /^\d+$/.test(cell))) return undefined
  const inOrder = { code: 0, from: 1, to: 2, capacity: 3, network: 4, region: 5 }
  const last = columns === 8 ? { territory: 6, inn: 7 } : { territory: -1, inn: columns === 7 ? 6 : -1 }
  return { separator, hasHeader: false, columns, ...inOrder, ...last }
}

import { readFileSync } from 'node:fs'

/** A table of `assets/numbering`: a line for each row, with semicolons between its fields. */
export const assetRows = <Row extends string[]>(name: string): Row[] =>
  readFileSync(new URL(`../../assets/numbering/${name}`, import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => line.split(';') as Row)

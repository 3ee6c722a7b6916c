/** A value, or a promise of it: SQLite returns at once, PostgreSQL later. `await` works for both. */
export type MaybePromise<T> = T | Promise<T>

export type SqlValue = string | number | null | Uint8Array
export type Row = Readonly<Record<string, SqlValue>>

/**
 * A statement with `$1` for its first value; or a template that the method is the tag of, in which the values stand in
 * their places: sql.get`SELECT * FROM people WHERE id = ${id}`.
 */
export type SqlText = string | TemplateStringsArray

/** What a template may hold: a value, a list of values with commas between them, a piece of a statement. */
export type Placed = SqlValue | readonly SqlValue[] | SqlPart

/**
 * Statements inside one transaction, in the SQL that SQLite and PostgreSQL share: `ON CONFLICT`, `RETURNING`. Queries off
 * the hot path are written once, against this interface (queries/).
 */
export interface Sql {
  all(text: SqlText, ...placed: Placed[]): MaybePromise<Row[]>
  get(text: SqlText, ...placed: Placed[]): MaybePromise<Row | undefined>
  /** Returns how many rows changed. */
  run(text: SqlText, ...placed: Placed[]): MaybePromise<number>
}

/** A piece of a statement with its values, one between each two texts. */
export class SqlPart {
  readonly texts: readonly string[]
  readonly values: readonly SqlValue[]

  constructor(texts: readonly string[], values: readonly SqlValue[]) {
    this.texts = texts
    this.values = values
  }
}

/** Text as it is, such as the name of a column. It never comes from outside. */
export const raw = (text: string) => new SqlPart([text], [])

/** A piece of a statement, written as a statement is. */
export function part(template: TemplateStringsArray, ...placed: Placed[]): SqlPart {
  const texts = [template[0]!]
  const values: SqlValue[] = []
  const add = (text: string) => {
    texts[texts.length - 1] += text
  }
  for (const [place, each] of placed.entries()) {
    const piece = each instanceof SqlPart ? each : Array.isArray(each) ? listed(each) : oneValue(each)
    add(piece.texts[0]!)
    texts.push(...piece.texts.slice(1))
    values.push(...piece.values)
    add(template[place + 1]!)
  }
  return new SqlPart(texts, values)
}

const oneValue = (value: Placed) => new SqlPart(['', ''], [value as SqlValue])
/** An empty list matches nothing. */
const listed = (values: readonly SqlValue[]) =>
  values.length === 0 ? raw('NULL') : new SqlPart(['', ...values.slice(1).map(() => ', '), ''], values)

/** Conditions that all have to hold; those that are false are left out. */
export function every(...conditions: readonly (SqlPart | false)[]): SqlPart {
  const [first = raw('1 = 1'), ...others] = conditions.filter((each) => each !== false)
  return others.reduce((all, each) => part`${all} AND ${each}`, first)
}

/** A statement whose places have values alone. A template that has no others stays as it is, so that stores know it. */
export function flat(text: SqlText, placed: readonly Placed[]): readonly [SqlText, readonly SqlValue[]] {
  if (typeof text === 'string' || placed.every(isValue)) return [text, placed as SqlValue[]]
  const { texts, values } = part(text, ...placed)
  return [numbered(texts), values]
}

const isValue = (each: Placed) => each === null || typeof each !== 'object' || each instanceof Uint8Array

/** The text of a statement with `$1` for its first value. */
export const numbered = (text: string | readonly string[]) =>
  typeof text === 'string' ? text : text.reduce((before, next, place) => `${before}$${place}${next}`)

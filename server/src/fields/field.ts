/**
 * A setting of a trunk or a service is one row of a table: what it may be, its default, its group in the form, its words.
 * The stored type, the schema, the commands, the form and the documents follow from the row. The web app loads the tables
 * too, so nothing here needs the server.
 */

interface Of<Kind extends string, Default> {
  readonly kind: Kind
  /** null: it may have no value. Left out: it must be given. */
  readonly default?: Default
  /** What it may be, for error messages; undefined when the kind says it all. */
  readonly expected?: string
  /** The typed word for no value or an empty list; `none` when left out. */
  readonly none?: string
}
/** What an entry of a list or the value of a pair may be. */
export type Entry = { readonly choices: readonly string[] } | { readonly pattern: string }

export type FieldValue =
  | Of<'yes-no', boolean>
  | (Of<'number', number | null> & {
      readonly min: number
      readonly max: number
      readonly unit: string
      readonly isWhole?: false
      /** What 0 means where it is below `min`. */
      readonly zero?: string
    })
  | (Of<'choice', string | null> & { readonly choices: readonly string[] })
  | (Of<'text', string | null> & { readonly pattern: string })
  | (Of<'list', readonly string[]> & Entry & { readonly max: number; readonly min?: number })
  | (Of<'pairs', Readonly<Record<string, string>>> & Entry & { readonly max: number; readonly keys: string })
  /** It has a schema, a written form and a part of the web app of its own. */
  | Of<'own', unknown>

export interface Field {
  readonly value: FieldValue
  readonly group: string
  readonly en: readonly [label: string, about: string]
  readonly ru: readonly [label: string, about: string]
}
export type Fields = Readonly<Record<string, Field>>

type EntryOf<V> = V extends { readonly choices: readonly (infer C)[] } ? C : string
type ValueOf<V extends FieldValue> =
  | (V extends { readonly default: null } ? null : never)
  | {
      'yes-no': boolean
      number: number
      choice: EntryOf<V>
      text: string
      list: readonly EntryOf<V>[]
      pairs: Readonly<Record<string, EntryOf<V>>>
      own: V['default']
    }[V['kind']]

/** What is stored of the fields. */
export type ValuesOf<F extends Fields> = { readonly [K in keyof F]: ValueOf<F[K]['value']> }
type Given<F extends Fields> = {
  [K in keyof F]: 'default' extends keyof F[K]['value'] ? never : K
}[keyof F]

export const namesOf = <F extends Fields>(fields: F) => Object.keys(fields) as (keyof F & string)[]

/** Without the fields that must be given. */
export function defaultsOf<F extends Fields>(fields: F): Omit<ValuesOf<F>, Given<F>> {
  const entries = Object.entries(fields).map(([name, { value }]) => [name, value.default])
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined))
}

/** Letters of every alphabet, but no control character: CR and LF would begin a header of their own. */
export const lineOf = (min: number, max: number) => `^[^\\x00-\\x1f\\x7f]{${min},${max}}$`

export function expectedOf(value: FieldValue): string {
  if (value.expected !== undefined) return value.expected
  const none = value.default === null ? [noneOf(value)] : []
  if (value.kind === 'yes-no') return 'yes or no'
  if (value.kind === 'choice') return anyOf([...value.choices, ...none])
  if (value.kind !== 'number') throw new Error(`a field of the kind ${value.kind} must say what is expected`)
  const { unit, min, max, zero } = value
  return anyOf([`${unit} from ${min} to ${max}`, ...(zero === undefined ? [] : [`0 for ${zero}`]), ...none])
}

const anyOf = (choices: readonly string[]) => choices.join(', ').replace(/, ([^,]+)$/, ' or $1')

export const noneOf = ({ none = 'none' }: FieldValue) => none

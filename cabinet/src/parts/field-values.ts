import { type Fields, namesOf } from '@ringkey/server/fields/field'
import { formStyle, readWritten, writtenValue } from '@ringkey/server/fields/written'

/** What the inputs of a form hold while somebody types, by the name of the field. */
export type Typed<F extends Fields> = Readonly<Record<keyof F, string>>

export function typedOf<F extends Fields>(
  fields: F,
  values: { readonly [K in keyof F]?: unknown },
): Typed<F> {
  const entries = namesOf(fields).map((name) => [name, writtenValue(fields[name]!, values[name], formStyle)])
  return Object.fromEntries(entries)
}

/** Only what was changed is sent, so that changes of a colleague are not overwritten. */
export function changesIn<F extends Fields>(fields: F, before: Typed<F>, now: Typed<F>) {
  const changed = namesOf(fields).filter((name) => now[name] !== before[name])
  return Object.fromEntries(changed.map((name) => [name, readWritten(fields[name]!, now[name])]))
}

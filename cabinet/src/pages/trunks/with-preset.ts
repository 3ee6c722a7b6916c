import type { trunkFields } from '@ringkey/server/fields/trunk-fields'
import type { Typed } from '../../parts/field-values.ts'

type TypedTrunk = Typed<typeof trunkFields>

/**
 * The form after another preset was chosen. A field that the person changed, so that it differs from the value of the
 * previous preset, is kept.
 */
export function withPreset(now: TypedTrunk, from: TypedTrunk, to: TypedTrunk): TypedTrunk {
  const names = Object.keys(now) as (keyof TypedTrunk)[]
  const kept = names.filter((name) => now[name] !== from[name])
  return { ...to, ...Object.fromEntries(kept.map((name) => [name, now[name]])) }
}

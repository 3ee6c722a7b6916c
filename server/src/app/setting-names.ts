import { SettingError } from '../config/setting-error.ts'
import { settingTable, unknownSettings } from '../config/settings.ts'
import { editDistance } from '../platform/edit-distance.ts'

/** Other programs set names that begin like ours, such as Kubernetes for a Service: only a slip is near enough. */
const mostMistakes = 2
/** One mistake in four letters may be another word. */
const lettersPerMistake = 4
const prefix = 'RINGKEY_'

/**
 * Names that look like settings and are none. Throws for a slip of the pen: a setting that silently has no effect would
 * be worse than a service that does not start.
 */
export function unrecognizedSettings(environment: Readonly<Record<string, string | undefined>>): string[] {
  const strange = unknownSettings(environment)
  for (const name of strange) {
    const meant = Object.keys(settingTable).find((known) => isSlip(name, known))
    if (meant !== undefined) throw new SettingError(`${name} is not a setting: expected ${meant}`)
  }
  return strange
}

function isSlip(written: string, known: string): boolean {
  const [own, other] = [written.slice(prefix.length), known.slice(prefix.length)]
  const allowed = Math.min(mostMistakes, Math.floor(other.length / lettersPerMistake))
  return Math.abs(own.length - other.length) <= allowed && editDistance(own, other) <= allowed
}

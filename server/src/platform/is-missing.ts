import { statSync } from 'node:fs'

/** Nothing is there. Of what may be there and cannot be looked at, the attempt to read it tells why. */
export function isMissing(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false }) === undefined
  } catch {
    return false
  }
}

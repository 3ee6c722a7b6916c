// Debian 12 has no package of Asterisk. The long tests take it from Debian sid, in a root of its own that is kept.
import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { makeDebianRoot } from './debian-root.ts'

export const asteriskRoot = join(homedir(), '.cache', 'ringkey-asterisk')

/** Makes the root when it is missing: about two minutes and 500 MB. Says why when it cannot. */
export function prepareAsterisk(): string | undefined {
  if (existsSync(join(asteriskRoot, 'usr/sbin/asterisk'))) return undefined
  return makeDebianRoot(asteriskRoot, 'sid', ['asterisk'])
}

import { readFileSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseEnv } from 'node:util'
import { SettingError } from './setting-error.ts'

/** In the folder of the package or the clone. The working folder may be anybody's, and root works in many. */
const ownFile = fileURLToPath(new URL('../../../.env', import.meta.url))

export const envFileFlag = '--env-file='

/** The process environment; it has priority over the `.env` of our own folder, or the file that the flag names. */
export function readEnvironment(
  words: readonly string[] = process.argv,
  file: string = ownFile,
): Readonly<Record<string, string | undefined>> {
  const named = words.find((word) => word.startsWith(envFileFlag))?.slice(envFileFlag.length)
  return { ...readDotEnv(named ?? file, named !== undefined), ...process.env }
}

function readDotEnv(file: string, isNamed: boolean): Record<string, string | undefined> {
  try {
    const { uid } = statSync(file)
    // Whoever writes it chooses the database and the addresses in mails.
    if (uid !== 0 && uid !== process.geteuid?.())
      throw new SettingError(`${file} belongs to another user (uid ${uid}): expected yours or root's`)
    return parseEnv(readFileSync(file, 'utf8'))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' && !isNamed) return {}
    if (error instanceof SettingError) throw error
    throw new SettingError(
      `${file} cannot be read (${code}): expected a file of settings, one NAME=value to a line`,
    )
  }
}

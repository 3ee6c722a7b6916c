import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'

/** The process environment; it has priority over an optional `.env` in the working folder. */
export function readEnvironment(
  folder: string = process.cwd(),
): Readonly<Record<string, string | undefined>> {
  return { ...readDotEnv(join(folder, '.env')), ...process.env }
}

function readDotEnv(file: string): Record<string, string | undefined> {
  try {
    return parseEnv(readFileSync(file, 'utf8'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {}
    throw error
  }
}

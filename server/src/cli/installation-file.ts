import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { Values } from '../installation/noun.ts'
import type { InstallationFault, Path, SecretPlace } from '../installation/wanted.ts'
import { CommandFailed } from './failures.ts'

/** Only its owner may read it. */
const secretMode = 0o600
/** Lines are not folded, so that a difference of two files is one of their values; older readers take `no` for false. */
const written = { lineWidth: 0, aliasDuplicateObjects: false, compat: 'yaml-1.1' } as const

// The library is loaded by the commands that read or write such a file.
const yaml = () => import('yaml')

export const installationText = async (content: object): Promise<string> =>
  (await yaml()).stringify(content, written)

export interface InstallationFile {
  readonly content: unknown
  /** A fault with the file and the line of its path. */
  explain(fault: InstallationFault): CommandFailed
}

export async function readInstallation(file: string, text: string): Promise<InstallationFile> {
  const { isMap, isScalar, LineCounter, parseDocument } = await yaml()
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false })
  const fault = document.errors[0] ?? document.warnings[0]
  if (fault !== undefined) {
    throw new CommandFailed(`${file}:${lines.linePos(fault.pos[0]).line}: ${fault.message}`)
  }
  /** Of the last key on the way that is in the file. */
  const lineOf = (path: Path): number => {
    let [node, offset]: [unknown, number] = [document.contents, 0]
    for (const part of path) {
      const pair = isMap(node)
        ? node.items.find(({ key }) => isScalar(key) && String(key.value) === part)
        : undefined
      if (pair === undefined) break
      ;[node, offset] = [pair.value, (isScalar(pair.key) && pair.key.range?.[0]) || offset]
    }
    return lines.linePos(offset).line
  }
  return {
    content: document.toJS() ?? {},
    explain: ({ path, message }) =>
      new CommandFailed(
        [`${file}:${lineOf(path)}`, ...(path.length === 0 ? [] : [pathText(path)]), message].join(': '),
      ),
  }
}

export const pathText = (path: Path) => path.join('.')

/** Files are beside the file that names them. */
export const secretReader =
  (file: string, environment: Readonly<Record<string, string | undefined>>) =>
  (place: SecretPlace): string | undefined => {
    if ('env' in place) return environment[place.env] || undefined
    const found = resolve(dirname(file), place.file)
    return existsSync(found) ? readFileSync(found, 'utf8').replace(/\r?\n$/, '') || undefined : undefined
  }

/** What is shown once, each under its path. It is on disk before the store has it, so that an interruption loses none. */
export class SecretsFile {
  readonly #file: string
  readonly #kept: Record<string, Values>

  private constructor(file: string, kept: Record<string, Values>) {
    this.#file = file
    this.#kept = kept
  }

  static async open(file: string): Promise<SecretsFile> {
    const { parse } = await yaml()
    const kept: unknown = existsSync(file) ? (parse(readFileSync(file, 'utf8')) ?? {}) : {}
    if (typeof kept !== 'object' || kept === null || Array.isArray(kept))
      throw new CommandFailed(`${file} is no file of secrets: expected a new file, or one of an earlier run`)
    return new SecretsFile(file, kept as Record<string, Values>)
  }

  async keep(path: Path, shown: Values): Promise<void> {
    const secrets = Object.entries(shown).filter(([, value]) => value !== null && value !== '')
    if (secrets.length === 0) return
    Object.assign(this.#kept, {
      [pathText(path)]: { ...this.#kept[pathText(path)], ...Object.fromEntries(secrets) },
    })
    const next = `${this.#file}.next`
    const descriptor = openSync(next, 'w', secretMode)
    writeSync(descriptor, await installationText(this.#kept))
    fsyncSync(descriptor)
    closeSync(descriptor)
    renameSync(next, this.#file)
  }
}

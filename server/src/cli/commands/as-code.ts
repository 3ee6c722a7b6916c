import { nouns } from '../../installation/nouns.ts'
import { type Difference, describe, reconcile } from '../../installation/reconcile.ts'
import { InstallationFault, readSections, type Section } from '../../installation/wanted.ts'
import { defineCommand, flag, one, operand } from '../command.ts'
import type { CommandContext } from '../command-context.ts'
import { confirm } from '../confirm.ts'
import { UsageError } from '../failures.ts'
import {
  type InstallationFile,
  installationText,
  pathText,
  readInstallation,
  SecretsFile,
  secretReader,
} from '../installation-file.ts'
import { text } from '../readings.ts'
import type { Terminal } from '../terminal.ts'
import { counted } from '../wording.ts'

const file = operand('FILE', text('a file as export writes it, or - for standard input'))
const prune = flag('also remove what the file does not name, in the sections that it has')

const exportAll = defineCommand({
  words: 'export',
  summary: 'Print everything that an operator configures as YAML, without credentials',
  async run({ open }) {
    const content = await describe(nouns, await open())
    return { json: content, text: await installationText(content), isFile: true }
  },
})

async function readWanted(name: string, terminal: Terminal) {
  const lines: string[] = []
  for await (const line of terminal.lines(name === '-' ? undefined : name)) lines.push(line)
  const read = await readInstallation(name, lines.join('\n'))
  const sections = await placed(read, async () =>
    readSections(nouns, read.content, secretReader(name, terminal.environment)),
  )
  return { read, sections }
}

/** A fault names the line of the file. */
async function placed<T>({ explain }: InstallationFile, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof InstallationFault ? explain(error) : error
  }
}

const nothing = { keep: async () => {} }
const differences = (context: CommandContext, sections: readonly Section[], isPruned: boolean) =>
  reconcile(sections, { ...nothing, context, prune: isPruned, isDry: true })

/** A tariff that is not wanted stays: no operation removes it. */
const isChange = ({ what }: Difference) => what !== 'stays'

const diff = defineCommand({
  words: 'diff',
  summary: 'Say what ringkey apply would change; exit code 3 when there is something',
  operands: { file },
  options: { prune },
  begins: true,
  async run({ operands, options, open, terminal }) {
    const { read, sections } = await readWanted(operands.file, terminal)
    const context = await open()
    const found = await placed(read, () => differences(context, sections, options.prune))
    return { ...report(found, 'Nothing would change.'), ...(found.some(isChange) ? { exitCode: 3 } : {}) }
  },
})

const apply = defineCommand({
  words: 'apply',
  summary: 'Change the installation to what a file says; it may be interrupted and run again',
  operands: { file },
  options: {
    'secrets-out': one(
      'FILE',
      'where credentials of new services and others go, readable by you alone',
      text('a new file, or one of an earlier run'),
    ),
    prune,
    yes: flag('do not ask before something is removed'),
  },
  begins: true,
  async run({ operands, options, open, terminal }) {
    const { read, sections } = await readWanted(operands.file, terminal)
    const context = await open()
    const planned = await placed(read, () => differences(context, sections, options.prune))
    const secretsFile = options['secrets-out']
    const made = planned.filter(({ noun, what }) => noun.hasCredential && ['add', 'replace'].includes(what))
    if (made.length > 0 && secretsFile === undefined) {
      const what = `${counted(made.length, 'new credential')}, such as that of ${pathText(made[0]!.path)}`
      throw new UsageError(`apply: --secrets-out is missing: expected a file for ${what}`)
    }
    const removed = planned.filter(({ what }) => what === 'remove')
    if (removed.length > 0 && !options.yes) {
      const names = removed.map(({ path }) => pathText(path)).join(', ')
      await confirm(terminal, 'apply', `This removes ${names}. Remove them?`)
    }
    const secrets = secretsFile === undefined ? nothing : await SecretsFile.open(secretsFile)
    const doing = { context, prune: options.prune, isDry: false }
    const done = await placed(read, () =>
      reconcile(sections, { ...doing, keep: (path, shown) => secrets.keep(path, shown) }),
    )
    return report(done, 'Nothing changed.')
  },
})

const signs = { add: '+', change: '~', replace: '~', remove: '-', stays: ' ' } as const

function report(found: readonly Difference[], none: string) {
  const lines = found.flatMap(({ noun, path, what, members = {} }) => {
    const place = `${signs[what]} ${pathText(path)}`
    if (what === 'stays') return [`${place}: stays, because nothing can remove it`]
    if (what === 'replace')
      return [`${place}: made again${noun.hasCredential ? ', with a new credential' : ''}`]
    if (what !== 'change') return [place]
    return Object.entries(members).map(([member, values]) =>
      values === null ? `${place}.${member}` : `${place}.${member}: ${values.map(valueText).join(' → ')}`,
    )
  })
  const json = found.map(({ path, what, members }) => ({
    path: pathText(path),
    what,
    ...(members && { members }),
  }))
  return { json, text: lines.join('\n') || none, isFile: true as const }
}

const maxShown = 60

function valueText(value: unknown): string {
  const shown = JSON.stringify(value ?? null)
  return shown.length > maxShown ? `${shown.slice(0, maxShown)}…` : shown
}

export const asCodeCommands = [exportAll, diff, apply]

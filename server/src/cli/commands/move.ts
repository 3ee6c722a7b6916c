import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { numberLimits } from '../../app/figures.ts'
import { openInstallation } from '../../app/open-installation.ts'
import { roublesText } from '../../books/money.ts'
import { readRootSecret } from '../../config/root-secret.ts'
import { SettingError } from '../../config/setting-error.ts'
import { readSettings, type Settings } from '../../config/settings.ts'
import { findingsOf } from '../../operations/auditor.ts'
import { perform } from '../../operations/perform.ts'
import { moved as movedThere, moveUndone, type Recorded } from '../../operations/recorded.ts'
import { deriveRootKey } from '../../platform/keyring.ts'
import { commandOf } from '../../storage/author.ts'
import { describe, type Moved, moveToPostgres } from '../../storage/move/move.ts'
import type { Proof } from '../../storage/move/proof.ts'
import { reopenMovedAway } from '../../storage/sqlite/moved-away.ts'
import { defineCommand, flag, one, type Report } from '../command.ts'
import { CommandFailed, UsageError } from '../failures.ts'
import { ProgressBar } from '../progress.ts'
import { oneOf, postgresUrl } from '../readings.ts'
import type { Terminal } from '../terminal.ts'
import { counted } from '../wording.ts'

const hashShown = 16

export const move = defineCommand({
  words: 'move',
  summary: 'Move the installation from the embedded store to PostgreSQL; stop the service first',
  options: {
    from: one('sqlite', 'the embedded store in RINGKEY_DATA (the only one there is)', oneOf('sqlite')),
    to: one('URL', 'an empty database; RINGKEY_DATABASE_URL when not given', postgresUrl),
    anew: flag('discard what an unfinished move has copied and start again'),
    reopen: flag('after a move: use the embedded store again, without later changes'),
  },
  async run({ options, terminal }) {
    const settings = readSettings(terminal.environment)
    const databaseFile = join(settings.RINGKEY_DATA, 'ringkey.db')
    if (!existsSync(databaseFile)) {
      throw new CommandFailed(
        `There is no installation in ${resolve(settings.RINGKEY_DATA)}: point RINGKEY_DATA to its data folder.`,
      )
    }
    if (options.reopen) {
      const reopened = reopen(databaseFile)
      await note(settings, terminal, undefined, moveUndone, {})
      return reopened
    }
    const url = options.to ?? settings.RINGKEY_DATABASE_DIRECT_URL ?? settings.RINGKEY_DATABASE_URL
    if (url === undefined)
      throw new UsageError('move: --to is missing: expected postgres://USER:PASSWORD@HOST/NAME')
    const moved = await carry(settings, terminal, url, options.anew)
    if (moved.kind === 'complete') await note(settings, terminal, url, movedThere, { rows: moved.rows })
    return report(moved, url)
  },
})

async function carry(settings: Settings, terminal: Terminal, url: string, anew: boolean): Promise<Moved> {
  const secret = readRootSecret(settings, () => {
    throw new SettingError('secret.key is missing: put the secret back (see docs/install.md, "The secret")')
  })
  let isLeft = false
  void terminal.interrupted().then(() => {
    isLeft = true
  })
  const bar = new ProgressBar(terminal)
  try {
    return await moveToPostgres({
      folder: settings.RINGKEY_DATA,
      databaseFile: join(settings.RINGKEY_DATA, 'ringkey.db'),
      lockFile: join(settings.RINGKEY_DATA, 'service.lock'),
      url,
      numberLimits: numberLimits(settings),
      fingerprint: deriveRootKey(secret).fingerprint,
      anew,
      now: () => terminal.clock.now(),
      onProgress: (step, done, total) => bar.show(step, done, total),
      isLeft: () => isLeft,
    })
  } finally {
    bar.end()
  }
}

/** In the operators' log of the installation where it is now: on PostgreSQL, or without an address in the data folder. */
async function note<Facts extends object>(
  settings: Settings,
  terminal: Terminal,
  url: string | undefined,
  recorded: Recorded<Facts>,
  facts: Facts,
) {
  const { RINGKEY_DATABASE_URL: _, RINGKEY_DATABASE_DIRECT_URL: __, ...others } = settings
  const there = (url === undefined ? others : { ...others, RINGKEY_DATABASE_URL: url }) as Settings
  const { store } = await openInstallation(there, terminal.random, (error) => {
    throw error
  })
  try {
    const context = { store, author: commandOf(terminal.user), now: () => terminal.clock.now() }
    await perform(context, recorded, facts)
  } finally {
    await store.close()
  }
}

function reopen(databaseFile: string): Report {
  if (!reopenMovedAway(databaseFile)) throw new CommandFailed('The embedded store was not moved: it is open.')
  return {
    json: { reopened: true },
    text: 'The embedded store is open again. What happened on PostgreSQL since the move is not in it.',
  }
}

function report(moved: Moved, url: string): Report {
  switch (moved.kind) {
    case 'left':
      return {
        json: { state: 'left', rows: moved.rows, of: moved.total },
        text: `Left after ${counted(moved.rows, 'row')} of ${moved.total.toLocaleString('en-US')}. The same command goes on from there.`,
        failed: true,
      }
    case 'was-complete':
      return {
        json: { state: 'complete', rows: 0 },
        text: `The move to ${describe(url)} was complete already.`,
      }
    case 'differs':
      return {
        json: { state: 'differs', proof: proofJson(moved.proof) },
        text: [
          ...proofLines(moved.proof),
          'The two sides differ: the installation was used since the move began, or somebody wrote to the target.',
          'No service starts on the target. Begin again with --anew.',
        ].join('\n'),
        failed: true,
      }
    case 'complete':
      return {
        json: { state: 'complete', rows: moved.rows, resumed: moved.resumed, proof: proofJson(moved.proof) },
        text: [
          ...proofLines(moved.proof),
          `Both sides agree. The installation is in ${describe(url)} now (${counted(moved.rows, 'row')} carried by this run).`,
          'Start every node with RINGKEY_DATABASE_URL and the same root secret; the embedded store refuses from now on.',
        ].join('\n'),
      }
  }
}

function proofLines({ tables, sums, audit }: Proof): string[] {
  const width = Math.max(...tables.map(({ table }) => table.length))
  const lines = tables.map(({ table, rows, sha256, agrees }) => {
    const here = `${table.padEnd(width)}  ${rows.source.toLocaleString('en-US').padStart(12)} rows  ${sha256.source.slice(0, hashShown)}`
    return agrees
      ? here
      : `${here}  DIFFERS: ${counted(rows.target, 'row')} ${sha256.target.slice(0, hashShown)}`
  })
  const books = (['source', 'target'] as const).map((side) => {
    const { accounts, balanceUnits, heldUnits, entries, ledgerPerAccountSha256 } = sums[side]
    const faults = findingsOf(audit[side])
    return (
      `${side}: ${counted(accounts, 'account')}, balance ${roublesText(balanceUnits)}, held ${roublesText(heldUnits)}, ` +
      `${counted(entries, 'ledger entry', 'ledger entries')}, sums per account ${ledgerPerAccountSha256.slice(0, hashShown)}, ` +
      (faults === 0 ? 'ledger balances' : counted(faults, 'fault in the ledger', 'faults in the ledger'))
    )
  })
  return [...lines, ...books]
}

function proofJson({ tables, sums, audit, agrees }: Proof) {
  const books = (side: 'source' | 'target') => {
    const { unbalancedAccounts, wrongHolds, wrongCalls } = audit[side]
    return { ...sums[side], unbalancedAccounts, wrongHolds, wrongCalls }
  }
  return { agrees, tables, source: books('source'), target: books('target') }
}

import { join, resolve } from 'node:path'
import { DemoMode } from '../accounts/demo-mode.ts'
import { ensureTariff } from '../app/first-run.ts'
import { type CallerHashes, callerHashes, PhoneHasher } from '../calls/phone-privacy.ts'
import { readSettings, type Settings } from '../config/settings.ts'
import { createNumbering, type SwappableNumbering } from '../numbering/numbering.ts'
import { openNumbering } from '../numbering/open-numbering.ts'
import type { Numbering } from '../numbering/phone.ts'
import type { FullContext } from '../operations/operation.ts'
import { isMissing } from '../platform/is-missing.ts'
import type { RootSecrets } from '../platform/root-secrets.ts'
import { commandOf, type Operator } from '../storage/author.ts'
import { WebhookSecrets } from '../webhooks/secrets.ts'
import { CommandFailed } from './failures.ts'
import { refuseUnderOlderService } from './schema-of.ts'
import type { Terminal } from './terminal.ts'

/** The environment of a command: the installation, opened beside a service that may be running on it. */
export interface CommandContext extends FullContext {
  readonly settings: Settings
  readonly numbering: Numbering
  readonly secrets: RootSecrets
  readonly callerHashOf: CallerHashes
  /** The person of the operating system, with the word that it was a command. */
  readonly author: Operator
  close(): Promise<void>
}

/** `begins`: an empty data folder is a new installation, not a mistake in RINGKEY_DATA. */
export async function openContext(terminal: Terminal, begins: boolean): Promise<CommandContext> {
  const settings = readSettings(terminal.environment)
  const databaseFile = join(settings.RINGKEY_DATA, 'ringkey.db')
  const isShared = settings.RINGKEY_DATABASE_URL !== undefined
  const exists = !isMissing(databaseFile)
  refuseUnderOlderService(settings)
  if (!begins && !isShared && !exists) {
    throw new CommandFailed(
      `There is no installation in ${resolve(settings.RINGKEY_DATA)}. ` +
        'Point RINGKEY_DATA to its data folder, or start the service once.',
    )
  }
  const { store, keyring, secrets } = await terminal.openInstallation(settings, terminal.random, (error) => {
    // Thrown outside any promise on purpose: the result of the last commit is unknown, so the process must end.
    throw error
  })
  await ensureTariff(store)
  const { sealer } = secrets
  return {
    settings,
    store,
    hasher: new PhoneHasher(keyring.phoneHash),
    webhookSecrets: new WebhookSecrets({
      store,
      sealer,
      random: terminal.random,
      clock: terminal.clock,
    }),
    random: terminal.random,
    passwords: terminal.passwords,
    demo: await DemoMode.read(settings.RINGKEY_DEMO, store),
    // Loaded at need: most commands name no address.
    callbackGuard: {
      async check(...asked) {
        const { callbackGuardOf } = await import('../app/compose-inbound.ts')
        return callbackGuardOf(settings, terminal.clock).check(...asked)
      },
    },
    secrets,
    callerHashOf: callerHashes(keyring.callerHash),
    sealer,
    numbering: createNumbering(),
    author: commandOf(terminal.user),
    now: () => terminal.clock.now(),
    close: () => store.close(),
  }
}

/** Runs with the imported registry and ported numbers; the context's own numbering knows only what is built in. */
export async function withRegistry<T>(
  { store }: CommandContext,
  terminal: Terminal,
  run: (numbering: SwappableNumbering) => Promise<T>,
): Promise<T> {
  const { numbering, close } = await openNumbering({
    repository: store,
    timers: { after: () => ({ cancel: () => {} }) },
    onProblem: (message) => terminal.err(`ringkey: ${message}\n`),
  })
  try {
    return await run(numbering)
  } finally {
    close()
  }
}

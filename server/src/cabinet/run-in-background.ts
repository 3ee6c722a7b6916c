import type { CabinetDeps } from './deps.ts'

/** Runs work that the answer does not wait for: its duration would tell whether a person is known. */
export function runInBackground({ log }: Pick<CabinetDeps, 'log'>, work: () => Promise<void>): void {
  work().catch((error: Error) =>
    log.error({ event: 'mail-not-written', err: error }, 'a mail could not be composed'),
  )
}

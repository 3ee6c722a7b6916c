import type { CabinetParts } from './parts.ts'

/** Work that the answer does not wait for: how long it takes would tell whether somebody is known. */
export function unseen({ log }: Pick<CabinetParts, 'log'>, work: () => Promise<void>): void {
  work().catch((error: Error) => log.error({ err: error }, 'a letter could not be written'))
}

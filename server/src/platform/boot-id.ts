import { readFileSync } from 'node:fs'

const file = '/proc/sys/kernel/random/boot_id'

/**
 * The id of this boot of the machine. The monotonic clock counts from the boot, so readings of two processes can be
 * compared when this id is the same. Undefined if the system has no such id.
 */
export function bootId(): string | undefined {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch {
    return undefined
  }
}

import { readFileSync } from 'node:fs'

const file = '/proc/sys/kernel/random/boot_id'

/**
 * Names this boot of the machine. The monotonic clock counts from the boot, so its readings by two processes can be
 * compared when this is the same. Undefined where the system has no such name.
 */
export function bootId(): string | undefined {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch {
    return undefined
  }
}

import type { Share } from './rates.ts'

// When flash calls to a network are worth nothing, whatever is usual there.

/** So many phones of a network with the same wrong code are no chance: a code has ten thousand values. */
export const minSharingPhones = 5
const sharingShare = 1 / 3

/** Many people of a network type the same wrong code: they see another number than the one that called. */
export function isRewritten({ phones, hits, of }: Share & { readonly phones: number }): boolean {
  return phones >= minSharingPhones && hits >= of * sharingShare
}

const [fewChecked, manyChecked, poorShare] = [20, 50, 0.1]

/** None of the first twenty calls that rang was confirmed, or under a tenth of fifty. */
export function isUnconfirmed({ hits, of }: Share): boolean {
  return (of >= fewChecked && hits === 0) || (of >= manyChecked && hits < of * poorShare)
}

/**
 * Codes that were replaced by others with the subscriber numbers unchanged. None of the old ones is in use today, so a
 * number that is written with one can only mean the new one.
 *
 * Russia, 0xx -> 4xx on 1 December 2005, the old codes off since 1 February 2006, and the mobile 097 -> 997 on 25
 * December 2005: order No. 95 of the Ministry of Information Technologies and Communications of 3 August 2005.
 * Kaliningrad's 011 became 401; the others, from Kursk (071) to the Moscow region (096), changed their first digit only.
 *
 * Kazakhstan, 3xx -> 7xx: the agreement with Russia of 11 June 2006 gave it 6xx and 7xx and left 3xx to Russia; its areas
 * are 710 to 729 since. 336 is missing on purpose: Baikonur's +7 336 is Russian.
 */
const replaced: readonly (readonly [old: RegExp, current: string])[] = [
  [/^0(?=7[1-5]|8[1-7]|9[1-6])/, '4'],
  [/^097/, '997'],
  [/^011/, '401'],
  [/^3(?=1[0-8]|2[1-9])/, '7'],
]

/** The national number of +7 with today's area code. */
export function withCurrentAreaCode(national: string): string {
  const first = national.charCodeAt(0)
  if (first !== 48 && first !== 51) return national // every old code begins with 0 or 3
  const [old, current] = replaced.find(([code]) => code.test(national)) ?? []
  return old === undefined ? national : national.replace(old, current!)
}

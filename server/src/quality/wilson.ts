import type { Share } from './rates.ts'

/** 95 % confidence on both sides. */
const z95 = 1.959_964

/**
 * The Wilson score interval of a share: where the true rate lies with 95 % confidence, or as `z` says. It stays within 0
 * and 1, and is wide for few calls. null without calls. (E. B. Wilson, Journal of the American Statistical Association 22,
 * 1927.)
 */
export function wilson({ hits, of }: Share, z = z95): { readonly low: number; readonly high: number } | null {
  if (of <= 0) return null
  const share = hits / of
  const z2 = z * z
  const middle = (share + z2 / (2 * of)) / (1 + z2 / of)
  const half = (z / (1 + z2 / of)) * Math.sqrt((share * (1 - share)) / of + z2 / (4 * of * of))
  return { low: Math.max(0, middle - half), high: Math.min(1, middle + half) }
}

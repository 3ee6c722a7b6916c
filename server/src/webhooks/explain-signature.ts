import { signatureFault, toleranceSeconds } from './signature.ts'
import type { SignatureFault } from './signature-faults.ts'

export interface SignatureVerdict {
  /** null when the signature fits. */
  readonly fault: SignatureFault | null
  /** Which of the secrets it fits, by its place in the list. */
  readonly secret: number | null
  /** How old the timestamp is; below zero it lies ahead. null when it cannot be read. */
  readonly ageSeconds: number | null
  /** A receiver would accept the time now. */
  readonly timely: boolean
}

/** `whsec_` and the base64 of 24 to 64 bytes. */
const secretForm = /^whsec_[A-Za-z0-9+/]{32,88}={0,2}$/
/** The digits that a copy from the cabinet hides. */
const masked = /"clientNumber":"\+?\d+\*{3}\d{4}"/

/** Says which part of a web-hook is wrong. The time is judged apart: what is looked at later is always too old. */
export function explainSignature(
  secrets: readonly string[],
  headers: Readonly<Record<string, string>>,
  body: string,
  unixSeconds: number,
): SignatureVerdict {
  const stamp = headers['webhook-timestamp'] ?? ''
  const ageSeconds = /^\d{1,12}$/.test(stamp) ? unixSeconds - Number(stamp) : null
  const verdict = (fault: SignatureFault | null, secret: number | null = null): SignatureVerdict => ({
    fault,
    secret,
    ageSeconds,
    timely: ageSeconds !== null && Math.abs(ageSeconds) <= toleranceSeconds,
  })
  const fits = (text: string) =>
    secrets.findIndex((secret) => signatureFault(secret, headers, text, Number(stamp)) === '')

  if (!secrets.every((secret) => secretForm.test(secret))) return verdict('secret-malformed')
  if (!headers['webhook-id']) return verdict('id-missing')
  if (stamp === '') return verdict('timestamp-missing')
  if (!headers['webhook-signature']) return verdict('signature-missing')
  if (ageSeconds === null) return verdict('timestamp-unreadable')
  if (!/(^| )v1,/.test(headers['webhook-signature'])) return verdict('signature-version')
  const fitting = fits(body)
  if (fitting >= 0) return verdict(null, fitting)
  if (masked.test(body)) return verdict('masked-body')
  if (fits(body.trim()) >= 0) return verdict('body-spaces')
  const compact = rewritten(body)
  if (compact !== undefined && fits(compact) >= 0) return verdict('body-rewritten')
  return verdict('no-fit')
}

/** As we write it: a receiver that parses and prints the body again changes its bytes. */
function rewritten(body: string): string | undefined {
  try {
    return JSON.stringify(JSON.parse(body))
  } catch {
    return undefined
  }
}

/** Reads pasted headers, `name: value` a line, whatever the case; others are left out. */
export function readHeaders(text: string): Record<string, string> {
  const lines = text.split(/\r?\n/).flatMap((line) => {
    const match =
      /^\s*[-"'>]*\s*(webhook-(?:id|timestamp|signature))["']?\s*[:=]\s*["']?(.*?)["',]*\s*$/i.exec(line)
    return match === null ? [] : [[match[1]!.toLowerCase(), match[2]!.trim()] as const]
  })
  return Object.fromEntries(lines)
}

import { signatureFault, toleranceSeconds } from './signature.ts'
import type { SignatureFault } from './signature-faults.ts'

/** `whsec_` and the base64 of 24 to 64 bytes. */
const secretForm = /^whsec_[A-Za-z0-9+/]{32,88}={0,2}$/
/** The number as masked in a copy from the cabinet. */
const masked = /"clientNumber":"\+?\d+\*{3}\d{4}"/

/**
 * Finds the part of a webhook that is wrong, and the index of the secret that matches. The timestamp is reported
 * separately, because a webhook that is checked later is always too old: its age is negative when it is in the future.
 */
export function explainSignature(
  secrets: readonly string[],
  headers: Readonly<Record<string, string>>,
  body: string,
  unixSeconds: number,
) {
  const stamp = headers['webhook-timestamp'] ?? ''
  const ageSeconds = /^\d{1,12}$/.test(stamp) ? unixSeconds - Number(stamp) : null
  const verdict = (fault: SignatureFault | null, secret: number | null = null) => ({
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

/** The body as we format it: a receiver that parses and prints it again changes its bytes. */
function rewritten(body: string): string | undefined {
  try {
    return JSON.stringify(JSON.parse(body))
  } catch {
    return undefined
  }
}

/** Reads pasted headers, one `name: value` a line, ignoring case; other headers are left out. */
export function readHeaders(text: string): Record<string, string> {
  const lines = text.split(/\r?\n/).flatMap((line) => {
    const match =
      /^\s*[-"'>]*\s*(webhook-(?:id|timestamp|signature))["']?\s*[:=]\s*["']?(.*?)["',]*\s*$/i.exec(line)
    return match === null ? [] : [[match[1]!.toLowerCase(), match[2]!.trim()] as const]
  })
  return Object.fromEntries(lines)
}

import { sha256 } from '../platform/sha256.ts'

export interface EndedCallcheck {
  readonly vendorId: number
  readonly startedAt: number
  readonly isConfirmed: boolean
  readonly at: number
}

/** The receiver reads it as a form with fields `data[0]` and so on, and `hash`. None of them can have this line. */
const boundary = 'ringkey-callcheck-0f4c1d'

/** The callback of `sms.ru`: its hash is that of the `api_id` and all entries, one after another. */
export function callcheckForm(apiId: string, ended: readonly EndedCallcheck[]) {
  const entries = ended.map(callcheckEntry)
  const fields = [
    ...entries.map((entry, index) => [`data[${index}]`, entry]),
    ['hash', sha256(apiId + entries.join('')).toString('hex')],
  ]
  const parts = fields.map(
    ([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  return {
    body: `${parts.join('')}--${boundary}--\r\n`,
    contentType: `multipart/form-data; boundary=${boundary}`,
  }
}

/** `202611-1000042`: the month and the number of the call. */
export function checkIdText(vendorId: number, at: number): string {
  return `${new Date(at).toISOString().slice(0, 7).replace('-', '')}-${vendorId}`
}

/** One entry of the callback: 401 for a confirmed number, 402 when nobody called in time. */
export function callcheckEntry({ vendorId, startedAt, isConfirmed, at }: EndedCallcheck): string {
  const values = [checkIdText(vendorId, startedAt), isConfirmed ? 401 : 402, Math.floor(at / 1000)]
  return ['callcheck_status', ...values].join('\n')
}

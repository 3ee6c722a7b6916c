/** One line of the doctor: the state of something and, when it is not in order, what to do. */
export interface CheckResult {
  readonly about: string
  readonly level: 'ok' | 'warn' | 'fail'
  readonly says: string
  readonly advice?: string
}

export const ok = (about: string, says: string): CheckResult => ({ about, level: 'ok', says })
export const warn = (about: string, says: string, advice: string): CheckResult => ({
  about,
  level: 'warn',
  says,
  advice,
})
export const fail = (about: string, says: string, advice: string): CheckResult => ({
  about,
  level: 'fail',
  says,
  advice,
})

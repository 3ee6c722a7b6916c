/** One line of the doctor: how something stands and, when it is not well, what to do. */
export interface Finding {
  readonly about: string
  readonly level: 'ok' | 'warn' | 'fail'
  readonly says: string
  readonly advice?: string
}

export const ok = (about: string, says: string): Finding => ({ about, level: 'ok', says })
export const warn = (about: string, says: string, advice: string): Finding => ({
  about,
  level: 'warn',
  says,
  advice,
})
export const fail = (about: string, says: string, advice: string): Finding => ({
  about,
  level: 'fail',
  says,
  advice,
})

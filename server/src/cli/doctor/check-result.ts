/** One line of the doctor: the state of something and, when it is not in order, what to do. */
export interface CheckResult {
  readonly about: string
  readonly level: 'ok' | 'warn' | 'fail'
  readonly says: string
  readonly advice?: string
}

const advised =
  (level: 'warn' | 'fail') =>
  (about: string, says: string, advice: string): CheckResult => ({ about, level, says, advice })

export const ok = (about: string, says: string): CheckResult => ({ about, level: 'ok', says })
export const warn = advised('warn')
export const fail = advised('fail')

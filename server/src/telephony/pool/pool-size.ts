/** Fewer codes than this can be guessed: the operator is warned. */
const alarmBelowCodes = 1_000
/** With fewer codes one guess in a hundred is right: no codes are drawn. */
const refuseBelowCodes = 100

/** Whether a pool of this many codes may draw them. The demo draws from any pool, because nothing is at stake. */
export function judgePool(showableCodes: number, demo: boolean): 'enough' | 'alarm' | 'refuse' {
  if (showableCodes >= alarmBelowCodes) return 'enough'
  return showableCodes >= refuseBelowCodes || (demo && showableCodes > 0) ? 'alarm' : 'refuse'
}

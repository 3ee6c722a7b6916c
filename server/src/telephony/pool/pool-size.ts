/** Fewer codes than this can be guessed: somebody should know. */
const alarmBelowCodes = 1_000
/** With fewer a guess in a hundred is right: codes are no longer drawn. */
const refuseBelowCodes = 100

/** Whether a pool of so many codes may draw them. The demo draws from anything: nothing is at stake. */
export function judgePool(showableCodes: number, demo: boolean): 'enough' | 'alarm' | 'refuse' {
  if (showableCodes >= alarmBelowCodes) return 'enough'
  return showableCodes >= refuseBelowCodes || (demo && showableCodes > 0) ? 'alarm' : 'refuse'
}

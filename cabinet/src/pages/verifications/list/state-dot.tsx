import type { VerificationLine } from '@ringkey/server/cabinet-api'
import { useTexts } from '../../../language/language.tsx'
import { terms } from '../../../language/terms.ts'
import { reasonTexts } from '../reasons.ts'
import classes from './table.module.css'

/** The state in a word beside its dot, and of a failure the reason. */
export function StateDot({ line }: { readonly line: Pick<VerificationLine, 'state' | 'reason'> }) {
  const words = useTexts(terms)
  const reasons = useTexts(reasonTexts)
  const { state, reason } = line
  const why = state === 'failed' && reason !== null ? (reasons[reason]?.name ?? reason) : null
  return (
    <span className={classes.state} title={why === null ? undefined : `${words.states[state]}: ${why}`}>
      <span className={classes.dot} data-state={state} aria-hidden="true" />
      <span className={classes.word}>
        {words.states[state]}
        {why !== null && <span className={classes.quiet}>: {why}</span>}
      </span>
    </span>
  )
}

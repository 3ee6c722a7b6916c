import type { PhoneVerificationLine } from '@ringkey/server/cabinet-api'
import { useTexts } from '../../language/language.tsx'
import { terms } from '../../language/terms.ts'
import classes from '../verifications/list/table.module.css'
import { endReasonTexts } from './end-reasons.ts'

const dots = { pending: 'checking', approved: 'completed' } as const

/** The status in a word beside its dot, and why it ended. Expired and cancelled say it by their name. */
export function StatusDot({ line }: { readonly line: Pick<PhoneVerificationLine, 'status' | 'reason'> }) {
  const words = useTexts(terms)
  const reasons = useTexts(endReasonTexts)
  const { status, reason } = line
  const why = status === 'failed' && reason !== null ? reasons[reason].name : null
  const dot = status === 'pending' || status === 'approved' ? dots[status] : 'failed'
  const word = words.verificationStatuses[status]
  return (
    <span className={classes.state} title={why === null ? undefined : `${word}: ${why}`}>
      <span className={classes.dot} data-state={dot} aria-hidden="true" />
      <span className={classes.word}>
        {word}
        {why !== null && <span className={classes.quiet}>: {why}</span>}
      </span>
    </span>
  )
}

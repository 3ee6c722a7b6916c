import type { VerificationLine } from '@ringkey/server/cabinet-api'
import { useTexts } from '../../language/language.tsx'
import { terms } from '../../language/terms.ts'
import { StateWord } from '../../parts/state-word.tsx'
import { endReasonTexts } from './end-reasons.ts'

/** The status of a verification, and why it failed. Expired and cancelled say it by their name. */
export function StatusDot({ line }: { readonly line: Pick<VerificationLine, 'status' | 'reason'> }) {
  const words = useTexts(terms)
  const reasons = useTexts(endReasonTexts)
  const { status, reason } = line
  const why = status === 'failed' && reason !== null ? reasons[reason].name : null
  const tone = status === 'pending' ? 'open' : status === 'approved' ? 'good' : 'bad'
  return <StateWord tone={tone} word={words.verificationStatuses[status]} why={why} />
}

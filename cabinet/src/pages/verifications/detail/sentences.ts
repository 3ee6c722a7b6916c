import type { CallDetail, VerificationDetail } from '@ringkey/server/cabinet-api'
import { useFormats } from '../../../language/formats.ts'
import { useTexts } from '../../../language/language.tsx'
import { detailTexts } from '../../calls/detail/texts.ts'
import { reasonTexts } from '../../calls/reasons.ts'
import { endReasonTexts } from '../end-reasons.ts'
import { verificationDetailTexts } from './texts.ts'

type Step = VerificationDetail['steps'][number]

/** How a call, a step and a whole verification are told, each in a sentence. */
export function useSentences() {
  const text = useTexts(verificationDetailTexts)
  const ofCall = useTexts(detailTexts)
  const reasons = useTexts(reasonTexts)
  const ends = useTexts(endReasonTexts)
  const formats = useFormats()
  const outcome = ({ reason, ringMs, mode }: Pick<Step, 'reason' | 'ringMs' | 'mode'>): string => {
    const rang = ringMs === null || ringMs === 0 ? null : formats.seconds(ringMs)
    return reasons[reason ?? '']?.sentence({ rang, isInbound: mode === 'inbound' }) ?? reason ?? ''
  }
  return {
    call({ status, mode, reason, ringMs }: CallDetail): string {
      if (status === 'checking') return mode === 'inbound' ? ofCall.waiting : ofCall.underWay
      return outcome({ mode, reason, ringMs })
    },
    step(step: Step): string {
      const { status, reason } = step
      if (status === 'planned') return text.startsLater
      if (status === 'skipped') return text.skipped[reason ?? ''] ?? reason ?? ''
      if (status !== 'started') return outcome(step)
      return step.mode === 'inbound' ? text.waiting(`+${step.confirmationNumber ?? ''}`) : text.underWay
    },
    end({ status, reason, checks }: VerificationDetail): string {
      if (status === 'pending') return text.stillOpen
      if (reason !== null) return ends[reason].sentence
      return checks.some(({ isRight }) => isRight) ? text.approvedByCode(checks.length) : text.approvedByCall
    },
  }
}

import type { VerificationLine } from '@ringkey/server/cabinet-api'
import { useTexts } from '../../../language/language.tsx'
import { terms } from '../../../language/terms.ts'
import { StateWord } from '../../../parts/state-word.tsx'
import { reasonTexts } from '../../calls/reasons.ts'
import { endReasonTexts } from '../end-reasons.ts'

type Line = Pick<VerificationLine, 'id' | 'status' | 'reason'> & {
  readonly steps: readonly Pick<VerificationLine['steps'][number], 'mode'>[]
}

const tones: Readonly<Record<string, 'open' | 'good'>> = {
  checking: 'open',
  pending: 'open',
  completed: 'good',
  approved: 'good',
}

/** What became of a verification or a call, and why it failed. Expired and cancelled say it by their name. */
export function StatusDot({ line }: { readonly line: Line }) {
  const words = useTexts(terms)
  const ends: Readonly<Record<string, { readonly name: string }>> = useTexts(endReasonTexts)
  const outcomes = useTexts(reasonTexts)
  const { id, status, reason, steps } = line
  const isCall = /^\d/.test(id)
  const isInbound = isCall && steps[0]?.mode === 'inbound'
  const names: Readonly<Record<string, string>> = isInbound
    ? words.inboundStates
    : isCall
      ? words.states
      : words.verificationStatuses
  const known = outcomes[reason ?? '']
  const name = isCall ? known?.[isInbound ? 'inboundName' : 'name'] : ends[reason ?? '']?.name
  const why = status === 'failed' ? (name ?? reason) : null
  return <StateWord tone={tones[status] ?? 'bad'} word={names[status] ?? status} why={why} />
}

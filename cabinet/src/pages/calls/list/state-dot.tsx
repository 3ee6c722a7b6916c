import type { CallLine } from '@ringkey/server/cabinet-api'
import { useTexts } from '../../../language/language.tsx'
import { terms } from '../../../language/terms.ts'
import { StateWord } from '../../../parts/state-word.tsx'
import { reasonTexts } from '../reasons.ts'

const tones = { checking: 'open', completed: 'good', failed: 'bad' } as const

/** The state of a call, and of a failure the reason. */
export function StateDot({ line }: { readonly line: Pick<CallLine, 'state' | 'reason'> }) {
  const words = useTexts(terms)
  const reasons = useTexts(reasonTexts)
  const { state, reason } = line
  const why = state === 'failed' && reason !== null ? (reasons[reason]?.name ?? reason) : null
  return <StateWord tone={tones[state]} word={words.states[state]} why={why} />
}

import type { CallLine } from '@ringkey/server/cabinet-api'
import { useTexts } from '../../../language/language.tsx'
import { terms } from '../../../language/terms.ts'
import { StateWord } from '../../../parts/state-word.tsx'
import { reasonTexts } from '../reasons.ts'

const tones = { checking: 'open', completed: 'good', failed: 'bad' } as const

/** The state of a call, and of a failure the reason. */
export function StateDot({ line }: { readonly line: Pick<CallLine, 'mode' | 'state' | 'reason'> }) {
  const words = useTexts(terms)
  const reasons = useTexts(reasonTexts)
  const { mode, state, reason } = line
  const isInbound = mode === 'inbound'
  const known = reasons[reason ?? '']
  const why = state === 'failed' ? (known?.[isInbound ? 'inboundName' : 'name'] ?? reason) : null
  const word = (isInbound ? words.inboundStates : words.states)[state]
  return <StateWord tone={tones[state]} word={word} why={why} />
}

import type { TrunkView } from '@ringkey/server/cabinet-api'
import { useFormats } from '../../language/formats.ts'
import { useTexts } from '../../language/language.tsx'
import { trunksTexts } from './texts.ts'

interface TrunkState {
  readonly colour: string
  readonly word: string
  /** "" when there is nothing to explain. */
  readonly because: string
}

/** How a trunk stands, in a word and, when it is not well, a sentence. */
export function useTrunkState(): (trunk: TrunkView) => TrunkState {
  const text = useTexts(trunksTexts)
  const formats = useFormats()
  return ({ settings, unusable, live }) => {
    const { states, because } = text
    if (unusable !== '') return { colour: 'red', word: states.unusable, because: unusable }
    if (!settings.enabled) return { colour: 'gray', word: states.off, because: '' }
    if (live === null) return { colour: 'gray', word: states.elsewhere, because: '' }
    if (live.registration === 'wanted') {
      const sentence = because.registering(live.registrationSaid)
      return { colour: 'red', word: states.registering, because: sentence }
    }
    if (!live.reachable) {
      const sentence = because.unreachable(live.probes.at(-1)?.said ?? '')
      return { colour: 'red', word: states.unreachable, because: sentence }
    }
    if (live.breaker === 'open') {
      const { reason = '', answer = '' } = live.lastFault ?? {}
      const until = formats.clock(live.leftAloneUntil ?? 0)
      return {
        colour: 'orange',
        word: states.open,
        because: because.open(text.faults[reason] ?? reason, answer, until),
      }
    }
    if (live.breaker === 'probing')
      return { colour: 'yellow', word: states.probing, because: because.probing }
    if (live.probes.length === 0 && settings.optionsSeconds > 0) {
      return { colour: 'gray', word: states.waiting, because: '' }
    }
    return { colour: 'teal', word: states.ok, because: '' }
  }
}

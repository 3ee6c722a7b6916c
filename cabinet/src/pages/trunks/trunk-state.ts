import type { TrunkView } from '@ringkey/server/cabinet-api'
import { useFormats } from '../../language/formats.ts'
import { useTexts } from '../../language/language.tsx'
import { trunksTexts } from './texts.ts'
import { type Standing, trunkStanding } from './trunk-standing.ts'

interface TrunkState {
  readonly colour: string
  readonly word: string
  /** "" when there is nothing to explain. */
  readonly because: string
}

const colours: Readonly<Record<Standing, string>> = {
  unusable: 'red',
  off: 'gray',
  elsewhere: 'gray',
  registering: 'red',
  unreachable: 'red',
  open: 'orange',
  probing: 'yellow',
  noNumbers: 'orange',
  silent: 'orange',
  waiting: 'gray',
  unknown: 'gray',
  ok: 'teal',
}

/** The state of a trunk in a word and, when there is a problem, a sentence. */
export function useTrunkState(): (trunk: TrunkView) => TrunkState {
  const text = useTexts(trunksTexts)
  const formats = useFormats()
  const { because } = text
  const reasonOf = (standing: Standing, { unusable, live }: TrunkView): string => {
    const said = live?.probes.at(-1)?.said ?? ''
    switch (standing) {
      case 'unusable':
        return unusable
      case 'registering':
        return because.registering(live?.registrationSaid ?? '')
      case 'unreachable':
        return because.unreachable(said)
      case 'silent':
        return because.silent(said)
      case 'open': {
        const { reason = '', answer = '' } = live?.lastFault ?? {}
        const until = formats.clock(live?.leftAloneUntil ?? 0)
        return because.open(text.faults[reason] ?? reason, answer, until)
      }
      case 'probing':
      case 'noNumbers':
      case 'unknown':
        return because[standing]
      default:
        return ''
    }
  }
  return (trunk) => {
    const standing = trunkStanding(trunk)
    return {
      colour: colours[standing],
      word: text.states[standing],
      because: reasonOf(standing, trunk),
    }
  }
}

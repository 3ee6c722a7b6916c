import { useTexts } from '../language/language.tsx'
import { defineMessages } from '../language/texts.ts'
import classes from './ladder.module.css'

const texts = defineMessages({
  us: ['Ringkey', 'Ringkey'],
  them: ['Carrier', 'Оператор связи'],
  label: ['Messages of the call', 'Сообщения звонка'],
  ms: ['ms', 'мс'],
  fault: ['Fault', 'Сбой'],
})

/** One SIP message, or a fault that kept one from being sent. */
export interface LadderRung {
  readonly atMs: number
  readonly from: 'us' | 'them' | 'fault'
  readonly text: string
}

/** A rung of a test call, which says which way the message went. */
export const rungOf = (step: {
  readonly atMs: number
  readonly direction: 'sent' | 'received'
  readonly title: string
}): LadderRung => ({ atMs: step.atMs, from: step.direction === 'sent' ? 'us' : 'them', text: step.title })

/** The messages of a SIP dialogue between two lifelines: ours at the left, the carrier's at the right. */
export function Ladder(props: {
  readonly rungs: readonly LadderRung[]
  /** The name of the trunk, where it may be told. */
  readonly peer?: string | null
}) {
  const text = useTexts(texts)
  return (
    <div className={classes.picture}>
      <div className={classes.heads} aria-hidden="true">
        <span>{text.us}</span>
        <span>{props.peer ?? text.them}</span>
      </div>
      <ol className={classes.ladder} aria-label={text.label}>
        {props.rungs.map(({ atMs, from, text: said }, index) => (
          <li className={classes.step} key={`${atMs} ${String(index)}`}>
            <span className={classes.time}>
              {atMs} {text.ms}
            </span>
            <span className={classes.wire} data-from={from}>
              {from === 'fault' ? `⚠ ${text.fault}: ${said}` : said}
            </span>
          </li>
        ))}
      </ol>
    </div>
  )
}

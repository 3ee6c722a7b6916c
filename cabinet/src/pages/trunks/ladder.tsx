import type { TestCallLine } from '@ringkey/server/cabinet-api'
import { useTexts } from '../../language/language.tsx'
import classes from './test-call.module.css'
import { testCallTexts } from './test-call-texts.ts'

type Step = Extract<TestCallLine, { readonly kind: 'step' }>

/** Messages of a SIP dialogue between two lifelines: ours at the left, the trunk's at the right. */
export function Ladder({ steps, peer }: { readonly steps: readonly Step[]; readonly peer: string }) {
  const text = useTexts(testCallTexts)
  return (
    <div>
      <div className={classes.heads} aria-hidden="true">
        <span>{text.us}</span>
        <span>{peer}</span>
      </div>
      <ol className={classes.ladder} aria-label={text.ladder}>
        {steps.map(({ atMs, direction, title }, index) => (
          <li className={classes.step} key={`${atMs} ${String(index)}`}>
            <span className={classes.time}>{atMs} ms</span>
            <span className={`${classes.wire} ${direction === 'sent' ? classes.sent : classes.received}`}>
              {title}
            </span>
          </li>
        ))}
      </ol>
    </div>
  )
}

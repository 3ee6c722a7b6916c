import { Text } from '@mantine/core'
import type { CallDetail, TimelineStep } from '@ringkey/server/cabinet-api'
import { useFormats } from '../../../language/formats.ts'
import { useTexts } from '../../../language/language.tsx'
import classes from '../../verifications/verifications.module.css'
import { detailTexts } from './texts.ts'

/** From the admission to the end, each step with its time and how long after the first it came. */
export function Timeline({ detail }: { readonly detail: CallDetail }) {
  const text = useTexts(detailTexts)
  const formats = useFormats()
  const [first] = detail.timeline
  const toneOf = (step: TimelineStep['step']) => {
    if (step === 'deadline') return 'open'
    return step === 'refused' || (step === 'settled' && detail.status === 'failed') ? 'bad' : 'good'
  }
  return (
    <ol className={classes.timeline} aria-label={text.timeline}>
      {detail.timeline.map(({ step, at }, index) => (
        <li key={`${step} ${String(index)}`} className={classes.entry} data-tone={toneOf(step)}>
          <div className={classes.entryHead}>
            <Text fw={600}>{text.steps[step]}</Text>
            <Text variant="hint" component="span">
              <time dateTime={new Date(at).toISOString()} title={formats.exact(at)}>
                {formats.clock(at)}
              </time>
              {index > 0 && ` · +${formats.duration(at - first!.at)}`}
            </Text>
          </div>
        </li>
      ))}
    </ol>
  )
}

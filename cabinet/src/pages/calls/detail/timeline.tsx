import { Text, Tooltip } from '@mantine/core'
import type { CallDetail } from '@ringkey/server/cabinet-api'
import { useFormats } from '../../../language/formats.ts'
import { useTexts } from '../../../language/language.tsx'
import classes from './detail.module.css'
import { detailTexts } from './texts.ts'

/** From the admission to the end, each step with its time and how long after the first it came. */
export function Timeline({ detail }: { readonly detail: CallDetail }) {
  const text = useTexts(detailTexts)
  const formats = useFormats()
  const [first] = detail.timeline
  return (
    <ol className={classes.timeline} aria-label={text.timeline}>
      {detail.timeline.map(({ step, at }, index) => (
        <li
          key={`${step} ${String(index)}`}
          className={classes.step}
          data-step={step}
          data-end={step === 'settled' ? detail.state : undefined}
        >
          <Text size="sm" fw={600}>
            {text.steps[step]}
          </Text>
          <Text size="xs" className={classes.quiet!}>
            <Tooltip label={formats.exact(at)}>
              <time dateTime={new Date(at).toISOString()}>{formats.clock(at)}</time>
            </Tooltip>
            {index > 0 && ` · +${formats.duration(at - first!.at)}`}
          </Text>
        </li>
      ))}
    </ol>
  )
}

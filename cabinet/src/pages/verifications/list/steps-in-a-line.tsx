import type { VerificationLine } from '@ringkey/server/cabinet-api'
import { useTexts } from '../../../language/language.tsx'
import { terms } from '../../../language/terms.ts'
import { IconCheck, IconClock, IconMinus, IconPhoneCall, IconX } from '../../../parts/icons.tsx'
import classes from '../verifications.module.css'

const icons = {
  planned: IconClock,
  started: IconPhoneCall,
  delivered: IconCheck,
  undelivered: IconX,
  skipped: IconMinus,
}

/** The calls of a verification in their order, each with its mode and what became of it. */
export function StepsInALine({ steps }: Pick<VerificationLine, 'steps'>) {
  const words = useTexts(terms)
  return (
    <span className={classes.steps}>
      {steps.map(({ mode, status }, index) => {
        const Icon = icons[status]
        const name = words.stepStatuses[status]
        return (
          <span
            key={`${mode} ${String(index)}`}
            className={classes.stepMark}
            data-status={status}
            title={`${words.modes[mode]}: ${name}`}
          >
            <Icon size={14} role="img" aria-label={name} />
            {words.modes[mode]}
          </span>
        )
      })}
    </span>
  )
}

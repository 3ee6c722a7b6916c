import { Anchor, Button, CloseButton, Group, Paper, Text, Title } from '@mantine/core'
import type { Answer } from '@ringkey/server/cabinet-api'
import { Link } from 'wouter'
import { useFirstSteps } from '../../api/first-steps.ts'
import { useMe } from '../../api/me.ts'
import { useWrite } from '../../api/use-api.ts'
import { useTexts } from '../../language/language.tsx'
import { IconCircle, IconCircleCheckFilled } from '../../parts/icons.tsx'
import classes from './first-steps.module.css'
import { firstStepsTexts } from './first-steps-texts.ts'

const order = ['ring', 'code', 'key', 'request', 'webhook', 'factor'] as const
type Step = (typeof order)[number]

/** What a new owner does in the first ten minutes. It ticks itself, and goes away when it is done or dismissed. */
export function FirstSteps() {
  const text = useTexts(firstStepsTexts)
  const { data } = useFirstSteps()
  const dismiss = useWrite('/first-steps/dismiss', { refreshes: ['first-steps'] })
  if (data == null || data.steps === null) return null
  const { steps } = data
  const done = order.filter((step) => steps[step]).length
  const next = order.find((step) => !steps[step])
  return (
    <Paper withBorder p="md" component="section" aria-label={text.title}>
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <div>
          <Title order={2}>{text.title}</Title>
          <Text variant="hint" role="status">
            {next === undefined ? text.allDone : text.progress(done, order.length)}
          </Text>
        </div>
        <CloseButton aria-label={text.dismiss} title={text.dismiss} onClick={() => dismiss.mutate()} />
      </Group>
      <ul className={classes.steps}>
        {order.map((step) => (
          <StepLine key={step} step={step} view={data} isDone={steps[step]} isNext={step === next} />
        ))}
      </ul>
    </Paper>
  )
}

function StepLine(props: {
  readonly step: Step
  readonly view: Answer<'/first-steps'>
  readonly isDone: boolean
  readonly isNext: boolean
}) {
  const text = useTexts(firstStepsTexts)
  const isDemo = useMe().account?.demo === true
  const { step, isDone, isNext } = props
  const { title, hint, action } = text.steps[step]
  const href = addressOf(step, props.view.serviceId, isDemo)
  return (
    <li className={classes.step} data-done={isDone || undefined}>
      {isDone ? (
        <IconCircleCheckFilled size={20} aria-label={text.done} className={classes.tick} />
      ) : (
        <IconCircle size={20} aria-label={text.toDo} className={classes.open} />
      )}
      <div>
        <Anchor component={Link} href={href} fw={isNext ? 600 : 400} c="inherit">
          {title}
        </Anchor>
        {isNext && (
          <>
            <Text variant="hint">{hint}</Text>
            <Button component={Link} href={href} size="compact-sm" mt={6}>
              {action}
            </Button>
          </>
        )}
      </div>
    </li>
  )
}

function addressOf(step: Step, serviceId: number | null, isDemo: boolean): string {
  const service = serviceId === null ? '/services' : `/services/${serviceId}`
  switch (step) {
    case 'ring':
    case 'code':
      return isDemo ? '/phone' : '/try'
    case 'key':
      return serviceId === null ? service : `${service}?tab=keys`
    case 'request':
      return '/quick-start'
    case 'webhook':
      return '/webhooks'
    case 'factor':
      return '/account?part=security'
  }
}

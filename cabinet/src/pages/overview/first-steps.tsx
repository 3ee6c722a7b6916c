import { Button, CloseButton, Group, Paper, Text, Title } from '@mantine/core'
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

/** What a new owner does in the first ten minutes: one line. It ticks itself, and goes away when it is done or dismissed. */
export function FirstSteps() {
  const text = useTexts(firstStepsTexts)
  const isDemo = useMe().account?.demo === true
  const { data } = useFirstSteps()
  const dismiss = useWrite('/first-steps/dismiss', { refreshes: ['first-steps'] })
  if (data == null || data.steps === null) return null
  const { steps, serviceId } = data
  const done = order.filter((step) => steps[step]).length
  const next = order.find((step) => !steps[step])
  const hrefOf = (step: Step) => addressOf(step, serviceId, isDemo)
  return (
    <Paper withBorder px="md" py="xs" component="section" aria-label={text.title} className={classes.line!}>
      <Title order={2}>{text.title}</Title>
      <ul className={classes.steps}>
        {order.map((step) => {
          const Icon = steps[step] ? IconCircleCheckFilled : IconCircle
          const name = `${text.steps[step].title}: ${steps[step] ? text.done : text.toDo}`
          return (
            <li key={step}>
              <Link href={hrefOf(step)} aria-label={name} title={name} data-done={steps[step] || undefined}>
                <Icon size={20} />
              </Link>
            </li>
          )
        })}
      </ul>
      <Text variant="hint" role="status">
        {next === undefined ? text.allDone : text.progress(done, order.length)}
      </Text>
      {next !== undefined && (
        <>
          <Text flex="1 1 240px" size="sm">
            <b>{text.steps[next].title}</b>. {text.steps[next].hint}
          </Text>
          <Button component={Link} href={hrefOf(next)} size="xs">
            {text.steps[next].action}
          </Button>
        </>
      )}
      <Group ml="auto">
        <CloseButton aria-label={text.dismiss} title={text.dismiss} onClick={() => dismiss.mutate()} />
      </Group>
    </Paper>
  )
}

function addressOf(step: Step, serviceId: number | null, isDemo: boolean): string {
  switch (step) {
    case 'ring':
    case 'code':
      return isDemo ? '/phone' : '/try'
    case 'key':
      return serviceId === null ? '/services' : `/services/${serviceId}?tab=keys`
    case 'request':
      return '/quick-start'
    case 'webhook':
      return '/webhooks'
    case 'factor':
      return '/account?part=security'
  }
}

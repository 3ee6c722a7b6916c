import { Alert, Button, Group, Stack, Text, Title } from '@mantine/core'
import type { SeenIncoming } from '@ringkey/server/cabinet-api'
import { useEffect, useRef } from 'react'
import { useTexts } from '../../language/language.tsx'
import { ErrorNote } from '../../parts/error-note.tsx'
import { allWaysTexts } from './all-ways-texts.ts'
import { CallerHeader } from './caller-header.tsx'
import { inboundTexts } from './inbound-texts.ts'
import { trunkProblems } from './texts.ts'
import { useStreamedTest } from './use-streamed-test.ts'

/** A step of a trunk's form: the operator calls a number of it, and sees how the call names its caller. */
export function InboundTest(props: {
  readonly trunk: string
  readonly onAccepted: (settings: NonNullable<SeenIncoming['accepts']>) => void
}) {
  const text = useTexts(inboundTexts)
  const findings = useTexts(allWaysTexts)
  const { trunk } = props
  const test = useStreamedTest('/operator/trunks/:name/test-all')
  const { lines, isPending } = test
  const asked = lines.find((line) => line.kind === 'asks')
  const checked = lines.find((line) => line.kind === 'checked')?.checked
  // The form is longer than most screens, and the step stands at its end.
  const step = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (lines.length > 0) step.current?.scrollIntoView({ block: 'end' })
  }, [lines])
  const numbers = asked?.numbers.map((number) => `+${number}`).join(', ') ?? ''
  return (
    <Stack gap="xs" ref={step}>
      <Title order={3}>{text.title}</Title>
      <Text variant="hint">{text.about}</Text>
      <Group>
        <Button
          variant="default"
          loading={isPending}
          onClick={() => test.start({ name: trunk, inboundOnly: true })}
        >
          {checked === undefined ? text.start : text.again}
        </Button>
      </Group>
      <div role="status">
        {checked === undefined && asked !== undefined && <Alert color="yellow">{text.call(numbers)}</Alert>}
        {checked !== undefined && (
          <Text size="sm">
            {findings.findings[checked.finding]}
            {checked.said !== '' && ` (${checked.said})`}
          </Text>
        )}
      </div>
      {checked?.incoming !== undefined && (
        <CallerHeader trunk={trunk} seen={checked.incoming} onAccepted={props.onAccepted} />
      )}
      {lines.some(({ kind }) => kind === 'failed') && <Alert color="red">{findings.broken}</Alert>}
      <ErrorNote error={test.error} errorTexts={trunkProblems} />
    </Stack>
  )
}

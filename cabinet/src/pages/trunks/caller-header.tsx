import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import type { SeenIncoming } from '@ringkey/server/cabinet-api'
import { useOperatorChange } from '../../api/operator.ts'
import { useTexts } from '../../language/language.tsx'
import { ErrorNote } from '../../parts/error-note.tsx'
import { inboundTexts } from './inbound-texts.ts'
import { trunkProblems, trunksTexts } from './texts.ts'

type Acceptance = NonNullable<SeenIncoming['accepts']>

/** Which header named the caller of an incoming call. Where the trunk does not believe it, it can be accepted. */
export function CallerHeader(props: {
  readonly trunk: string
  readonly seen: SeenIncoming
  readonly onAccepted?: (settings: Acceptance) => void
}) {
  const text = useTexts(inboundTexts)
  const { trunk, seen, onAccepted } = props
  const change = useOperatorChange('/operator/trunks/:name')
  const header = useTexts(trunksTexts).callerSources[seen.header]
  const { accepts } = seen
  return (
    <Stack gap="xs">
      <Text size="sm">{seen.header === 'none' ? text.unnamed : text.named(header, seen.caller)}</Text>
      {accepts !== null && !change.isSuccess && (
        <Alert color="yellow">
          <Stack gap="xs">
            <span>{text.notBelieved(header)}</span>
            <Group>
              <Button
                variant="default"
                size="compact-sm"
                loading={change.isPending}
                onClick={() =>
                  change.mutate(
                    { name: trunk, settings: accepts },
                    { onSuccess: () => onAccepted?.(accepts) },
                  )
                }
              >
                {text.accept(header)}
              </Button>
            </Group>
          </Stack>
        </Alert>
      )}
      {change.isSuccess && <Alert color="teal">{text.accepted(header)}</Alert>}
      <ErrorNote error={change.error} errorTexts={trunkProblems} />
    </Stack>
  )
}

import { Alert, Badge, Group, List, Stack, Title } from '@mantine/core'
import type { CallDetail } from '@ringkey/server/cabinet-api'
import { useTexts } from '../../../language/language.tsx'
import { callerTexts } from './caller-texts.ts'

const colours = { none: 'red', low: 'yellow', medium: 'blue', high: 'teal' }

/** The trusted caller number and the reasons, of the call that confirmed or of the last one that did not. */
export function Caller({ caller }: Pick<CallDetail, 'caller'>) {
  const text = useTexts(callerTexts)
  if (caller === null) return null
  const { level, why, verstat, signals, rejectedBy } = caller
  return (
    <Stack gap="xs">
      <Group gap="xs">
        <Title order={2}>{text.title}</Title>
        <Badge color={colours[level]}>{text.levels[level]}</Badge>
      </Group>
      {rejectedBy !== null && (
        <Alert color="yellow">
          {level === 'none' ? text.notBelieved : text.rejected(text.levels[rejectedBy])}
        </Alert>
      )}
      <List size="sm" my={0}>
        <List.Item>{text.why[why]}</List.Item>
        {signals.map((signal) => (
          <List.Item key={signal}>{text.signals[signal]}</List.Item>
        ))}
        <List.Item>
          {text.verstat}: {text.verstats[verstat]}
        </List.Item>
      </List>
    </Stack>
  )
}

import { Badge, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import type { PhoneCallView } from '@ringkey/server/cabinet-api'
import { IconPhoneIncoming, IconPhoneOutgoing } from '@tabler/icons-react'
import { useTexts } from '../../language/language.tsx'
import { CopyButton } from '../../parts/copy-button.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { Moment } from '../../parts/moment.tsx'
import { CallingNumber, spelled } from './number.tsx'
import classes from './phone.module.css'
import { Recording } from './recording.tsx'
import { phoneTexts } from './texts.ts'

/** Every call that the phone remembers, newest first. */
export function History({ calls }: { readonly calls: readonly PhoneCallView[] | undefined }) {
  const text = useTexts(phoneTexts)
  return (
    <section aria-labelledby="phone-history">
      <Title order={2} id="phone-history">
        {text.history}
      </Title>
      <Text size="sm" c="dimmed" mb="xs">
        {text.reaches}
      </Text>
      {calls === undefined && <Skeleton h={180} />}
      {calls?.length === 0 && <EmptyState title={text.noCalls}>{text.noCallsHint}</EmptyState>}
      {calls !== undefined && calls.length > 0 && (
        <ul className={classes.history}>
          {calls.map((call) => (
            <HistoryLine key={call.id} call={call} />
          ))}
        </ul>
      )}
    </section>
  )
}

function HistoryLine({ call }: { readonly call: PhoneCallView }) {
  const text = useTexts(phoneTexts)
  const isIncoming = call.direction === 'in'
  const Icon = isIncoming ? IconPhoneIncoming : IconPhoneOutgoing
  const shown = isIncoming ? call.from : call.to
  const why = call.why === undefined ? '' : ` · ${text.whys[call.why] ?? call.why}`
  return (
    <li className={classes.line}>
      <Icon size={18} aria-label={isIncoming ? text.into : text.out} />
      <Stack gap={2} style={{ flex: 1, minWidth: 0 }}>
        <Group gap={6}>
          <Text fw={600} component="span">
            {isIncoming ? <CallingNumber call={call} /> : spelled(shown)}
          </Text>
          <CopyButton value={shown} what={text.theNumber} />
          {call.state !== 'ended' && <Badge>{text.states[call.state]}</Badge>}
        </Group>
        <Text size="xs" c="dimmed">
          {isIncoming ? text.toNumber(spelled(call.to)) : text.fromNumber(spelled(call.from))}
          {why} · <Moment at={call.startedAt} />
        </Text>
      </Stack>
      {call.state === 'ended' && (call.heardMs ?? 0) > 0 && <Recording callId={call.id} />}
    </li>
  )
}

import { Badge, Group, Text, Title } from '@mantine/core'
import { useTexts } from '../../language/language.tsx'
import { CopyButton } from '../../parts/copy-button.tsx'
import { DataTable } from '../../parts/data-table.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { IconPhoneIncoming, IconPhoneOutgoing } from '../../parts/icons.tsx'
import { CallingNumber, spelled } from './number.tsx'
import { Recording } from './recording.tsx'
import { phoneTexts } from './texts.ts'
import type { HandsetCall } from './use-phone.ts'

/** Every call that the phone remembers, newest first. */
export function History({ calls }: { readonly calls: readonly HandsetCall[] | undefined }) {
  const text = useTexts(phoneTexts)
  return (
    <section aria-labelledby="phone-history">
      <Title order={2} id="phone-history">
        {text.history}
      </Title>
      <Text variant="hint" mb="xs">
        {text.reaches}
      </Text>
      <DataTable
        label={text.history}
        rows={calls}
        keyOf={({ id }) => id}
        empty={<EmptyState title={text.noCalls}>{text.noCallsHint}</EmptyState>}
        columns={[
          { title: text.from, card: 'title', cell: (call) => <From call={call} /> },
          { title: text.to, cell: ({ to }) => spelled(to) },
          { title: text.time, value: ({ startedAt }) => startedAt, as: 'moment', card: 'second' },
          { title: text.outcome, card: 'bare', cell: (call) => <Outcome call={call} /> },
          {
            title: text.heard,
            card: 'bare',
            width: 260,
            cell: ({ id, state, heardMs = 0 }) =>
              state === 'ended' && heardMs > 0 && <Recording callId={id} />,
          },
        ]}
      />
    </section>
  )
}

function From({ call }: { readonly call: HandsetCall }) {
  const text = useTexts(phoneTexts)
  const isIncoming = call.direction === 'in'
  const Icon = isIncoming ? IconPhoneIncoming : IconPhoneOutgoing
  return (
    <Group gap={6} wrap="nowrap">
      <Icon size={18} aria-label={isIncoming ? text.into : text.out} style={{ flex: 'none' }} />
      <Text fw={600} component="span" style={{ whiteSpace: 'nowrap' }}>
        {isIncoming ? <CallingNumber call={call} /> : spelled(call.from)}
      </Text>
      <CopyButton value={call.from} what={text.theNumber} />
    </Group>
  )
}

function Outcome({ call }: { readonly call: HandsetCall }) {
  const text = useTexts(phoneTexts)
  if (call.state !== 'ended') return <Badge>{text.states[call.state]}</Badge>
  return call.why === undefined ? text.states.ended : (text.whys[call.why] ?? call.why)
}

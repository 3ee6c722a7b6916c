import { Anchor, Badge, Group, Stack, Text, Title } from '@mantine/core'
import type { CallDetail } from '@ringkey/server/cabinet-api'
import { Link } from 'wouter'
import { useFormats } from '../../../language/formats.ts'
import { useTexts } from '../../../language/language.tsx'
import { useCallLinks } from '../../../parts/call-links.ts'
import { DataTable } from '../../../parts/data-table.tsx'
import { Moment } from '../../../parts/moment.tsx'
import classes from './detail.module.css'
import { detailTexts } from './texts.ts'

export function Ledger({ ledger }: Pick<CallDetail, 'ledger'>) {
  const text = useTexts(detailTexts)
  const formats = useFormats()
  if (ledger === null) return null
  const changeOf = (amount: number) =>
    amount === 0 ? text.unchanged : `${amount > 0 ? '+' : ''}${formats.price(amount)}`
  return (
    <Stack gap="xs">
      <Title order={2}>{text.ledger}</Title>
      <DataTable
        label={text.ledger}
        rows={ledger}
        keyOf={({ entry }) => entry}
        empty={<Text className={classes.quiet!}>{text.ledgerNone}</Text>}
        columns={[
          {
            title: text.kind,
            cell: ({ kind, held }) =>
              kind === 'capture' ? text.captured(formats.price(Math.abs(held))) : text.kinds[kind],
          },
          {
            title: text.amount,
            align: 'right',
            card: 'corner',
            cell: ({ amount }) => changeOf(amount),
          },
          { title: text.balance, align: 'right', cell: ({ balanceAfter }) => formats.money(balanceAfter) },
          { title: text.time, cell: ({ createdAt }) => <Moment at={createdAt} /> },
        ]}
      />
    </Stack>
  )
}

const colours = { pending: 'yellow', delivered: 'teal', failed: 'red' }

export function Webhook({ detail }: { readonly detail: CallDetail }) {
  const text = useTexts(detailTexts)
  const formats = useFormats()
  const { webhooks } = useCallLinks()
  const { delivery } = detail
  if (detail.mode !== 'inbound') return null
  return (
    <Stack gap="xs">
      <Group justify="space-between">
        <Group gap="xs">
          <Title order={2}>{text.webhook}</Title>
          {delivery !== null && (
            <Badge color={colours[delivery.state]}>{text.webhookStates[delivery.state]}</Badge>
          )}
        </Group>
        {delivery !== null && webhooks !== null && (
          <Anchor component={Link} href={`${webhooks}/${delivery.id}`} size="sm">
            {text.webhookAll}
          </Anchor>
        )}
      </Group>
      {delivery === null && (
        <Text className={classes.quiet!}>
          {detail.state === 'checking' ? text.webhookNone : text.webhookNever}
        </Text>
      )}
      {delivery !== null && (
        <DataTable
          label={text.webhook}
          rows={delivery.attempts}
          keyOf={({ attempt }) => attempt}
          empty={null}
          columns={[
            { title: '№', cell: ({ attempt }) => attempt },
            {
              title: text.answer,
              card: 'title',
              cell: ({ status, error }) => (status === 0 ? error : text.answered(status)),
            },
            { title: text.took, align: 'right', cell: ({ durationMs }) => formats.duration(durationMs) },
            { title: text.time, card: 'corner', cell: ({ at }) => <Moment at={at} /> },
          ]}
        />
      )}
    </Stack>
  )
}

import { Anchor, Badge, Group, Stack, Table, Text, Title } from '@mantine/core'
import type { VerificationDetail } from '@ringkey/server/cabinet-api'
import { Link } from 'wouter'
import { useFormats } from '../../../language/formats.ts'
import { useTexts } from '../../../language/language.tsx'
import { Moment } from '../../../parts/moment.tsx'
import classes from './detail.module.css'
import { detailTexts } from './texts.ts'

export function Ledger({ ledger }: Pick<VerificationDetail, 'ledger'>) {
  const text = useTexts(detailTexts)
  const formats = useFormats()
  if (ledger === null) return null
  const changeOf = (amount: number) =>
    amount === 0 ? text.unchanged : `${amount > 0 ? '+' : ''}${formats.price(amount)}`
  return (
    <Stack gap="xs">
      <Title order={2}>{text.ledger}</Title>
      {ledger.length === 0 ? (
        <Text className={classes.quiet!}>{text.ledgerNone}</Text>
      ) : (
        <Table>
          <Table.Tbody>
            {ledger.map(({ entry, kind, amount, held, balanceAfter, createdAt }) => (
              <Table.Tr key={entry}>
                <Table.Td>
                  {kind === 'capture' ? text.captured(formats.price(Math.abs(held))) : text.kinds[kind]}
                </Table.Td>
                <Table.Td ta="end" className={classes.figure!}>
                  {changeOf(amount)}
                </Table.Td>
                <Table.Td ta="end" className={`${classes.quiet} ${classes.figure}`}>
                  {text.balance} {formats.money(balanceAfter)}
                </Table.Td>
                <Table.Td ta="end">
                  <Moment at={createdAt} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </Stack>
  )
}

const colours = { pending: 'yellow', delivered: 'teal', failed: 'red' }

export function Webhook({ detail }: { readonly detail: VerificationDetail }) {
  const text = useTexts(detailTexts)
  const formats = useFormats()
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
        {delivery !== null && (
          <Anchor component={Link} href={`/webhooks/${delivery.id}`} size="sm">
            {text.webhookAll}
          </Anchor>
        )}
      </Group>
      {delivery === null && <Text className={classes.quiet!}>{text.webhookNone}</Text>}
      {delivery !== null && (
        <Table>
          <Table.Tbody>
            {delivery.attempts.map(({ attempt, at, durationMs, status, error }) => (
              <Table.Tr key={attempt}>
                <Table.Td>{attempt}</Table.Td>
                <Table.Td>{status === 0 ? error : text.answered(status)}</Table.Td>
                <Table.Td ta="end">{formats.duration(durationMs)}</Table.Td>
                <Table.Td ta="end">
                  <Moment at={at} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </Stack>
  )
}

import { Anchor, Group, Stack, Text, Title } from '@mantine/core'
import type { CallDetail, VerificationDetail } from '@ringkey/server/cabinet-api'
import { Link } from 'wouter'
import { useRead } from '../../../api/use-api.ts'
import { useTexts } from '../../../language/language.tsx'
import { DataTable } from '../../../parts/data-table.tsx'
import { Moment } from '../../../parts/moment.tsx'
import { TextLink } from '../../../parts/text-link.tsx'
import { nameOf, Result } from '../../requests/request-table.tsx'
import { requestsTexts } from '../../requests/texts.ts'
import { StateMark } from '../../webhooks/state-mark.tsx'
import { webhooksTexts } from '../../webhooks/texts.ts'
import { isCall } from '../use-verification.ts'
import { verificationDetailTexts } from './texts.ts'

const shownAtFirst = 8

/** The requests that made it and asked about it, as far as the log still has them. */
export function Requests({ id }: { readonly id: string }) {
  const text = useTexts(verificationDetailTexts)
  const names = useTexts(requestsTexts)
  const { data, error } = useRead('/requests', { verification: id })
  return (
    <Stack gap="xs">
      <Group justify="space-between">
        <Title order={2}>{names.title}</Title>
        <TextLink href={`/requests?verification=${id}`}>{text.allRequests}</TextLink>
      </Group>
      <DataTable
        label={names.title}
        rows={data?.items.slice(0, shownAtFirst)}
        keyOf={(request) => request.id}
        error={error}
        empty={<Text c="dimmed">{text.noRequests}</Text>}
        expectedRows={1}
        isPartial
        columns={[
          { title: names.method, card: 'title', cell: (request) => nameOf(request, names.other) },
          { title: names.outcome, card: 'second', cell: (request) => <Result request={request} /> },
          { title: names.time, card: 'corner', cell: ({ at }) => <Moment at={at} /> },
        ]}
      />
    </Stack>
  )
}

/** Webhooks and events about it. */
export function Deliveries(props: {
  readonly detail: CallDetail | VerificationDetail
  readonly isOwn: boolean
}) {
  const { detail, isOwn } = props
  const text = useTexts(verificationDetailTexts)
  const names = useTexts(webhooksTexts)
  const { deliveries } = detail
  const isWaiting = isCall(detail) && detail.mode === 'inbound'
  if (deliveries.length === 0 && !isWaiting) return null
  return (
    <Stack gap="xs">
      <Title order={2}>{text.deliveries}</Title>
      <DataTable
        label={text.deliveries}
        rows={deliveries}
        keyOf={({ id }) => id}
        empty={<Text c="dimmed">{detail.status === 'checking' ? text.webhookLater : text.webhookNever}</Text>}
        columns={[
          {
            title: names.type,
            card: 'title',
            cell: ({ id, type }) =>
              isOwn ? (
                <Anchor component={Link} href={`/webhooks/${id}`} fz="inherit">
                  {type ?? names.inbound}
                </Anchor>
              ) : (
                (type ?? names.inbound)
              ),
          },
          { title: names.state, card: 'second', cell: (webhook) => <StateMark webhook={webhook} /> },
          { title: names.tries, align: 'right', cell: ({ attemptCount }) => attemptCount },
          { title: names.created, card: 'corner', cell: ({ createdAt }) => <Moment at={createdAt} /> },
        ]}
      />
    </Stack>
  )
}

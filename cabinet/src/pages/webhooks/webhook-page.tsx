import { Anchor, Button, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import type { Answer, Item } from '@ringkey/server/cabinet-api'
import { useQueryClient } from '@tanstack/react-query'
import { Link, useLocation, useParams } from 'wouter'
import { answerKey } from '../../api/answer-key.ts'
import { useMay } from '../../api/me.ts'
import { useRead, useWrite } from '../../api/use-api.ts'
import { useFormats } from '../../language/formats.ts'
import { useTexts } from '../../language/language.tsx'
import { CodeBlock } from '../../parts/code-block.tsx'
import { DataTable } from '../../parts/data-table.tsx'
import { DetailLink } from '../../parts/detail-link.tsx'
import { ErrorNote } from '../../parts/error-note.tsx'
import { IconCheck, IconRefresh } from '../../parts/icons.tsx'
import { Moment, Upcoming } from '../../parts/moment.tsx'
import { Page } from '../../parts/page.tsx'
import { TextLink } from '../../parts/text-link.tsx'
import { Copied, Fact, FactList } from '../calls/detail/fact-list.tsx'
import { isInConsole } from '../console-path.ts'
import { StateMark } from './state-mark.tsx'
import { noticeName, webhookProblems, webhooksTexts } from './texts.ts'

type WebhookDetail = Answer<'/webhooks/:id'>

const lookAgainMs = 1_000

const own = { path: '/webhooks/:id', again: '/webhooks/:id/resend', list: '/webhooks' } as const
const notices = {
  path: '/operator/notices/:id',
  again: '/operator/notices/:id/resend',
  list: '/console/alarms',
} as const

/** One webhook, or in the console one notice: where it goes, every attempt, what is sent. */
export default function WebhookPage() {
  const text = useTexts(webhooksTexts)
  const { id } = useParams<{ id: string }>()
  const [location] = useLocation()
  const isNotice = isInConsole(location)
  const { path, again, list } = isNotice ? notices : own
  const client = useQueryClient()
  const mayChange = useMay('change-services') || isNotice
  const webhook = useRead(
    path,
    { id },
    {
      refetchInterval: ({ state }) =>
        state.data?.state === 'delivered' || state.data?.state === 'failed' ? false : lookAgainMs,
    },
  )
  const resend = useWrite(again, {
    onSuccess: (after) =>
      client.setQueryData<WebhookDetail>(
        answerKey(path, { id }),
        (before) => before && { ...before, ...after },
      ),
  })
  const titleOf = ({ type, vendorId }: Item<'/webhooks'>) => {
    if (type === null) return text.detail(vendorId ?? 0)
    return isNotice ? noticeName(text, type)! : text.detailEvent(type)
  }
  return (
    <Page
      title={webhook.data === undefined ? text.title : titleOf(webhook.data)}
      actions={
        mayChange &&
        webhook.data !== undefined &&
        webhook.data.type !== 'step.deliver' && (
          <Button
            leftSection={<IconRefresh size={16} />}
            loading={resend.isPending}
            onClick={() => resend.mutate({ id })}
          >
            {text.again}
          </Button>
        )
      }
    >
      <TextLink href={list} w="fit-content">
        ← {isNotice ? text.backToAlarms : text.back}
      </TextLink>
      <ErrorNote error={webhook.error ?? resend.error} errorTexts={webhookProblems} />
      {resend.isSuccess && (
        <Group gap={6} role="status" c="teal">
          <IconCheck size={16} />
          <Text>{text.queued}</Text>
        </Group>
      )}
      {webhook.isPending && <Skeleton h={360} />}
      {webhook.data !== undefined && <Parts webhook={webhook.data} />}
    </Page>
  )
}

function Parts({ webhook }: { readonly webhook: WebhookDetail }) {
  const text = useTexts(webhooksTexts)
  const about = webhook.verificationId ?? webhook.vendorId
  return (
    <Stack gap="lg">
      <FactList>
        <Fact name={text.state}>
          <StateMark webhook={webhook} />
        </Fact>
        <Fact name={text.url}>{webhook.url ?? text.erased}</Fact>
        <Fact name={text.webhookId}>
          <Copied value={webhook.webhookId} what={text.webhookId} />
        </Fact>
        {about !== null && (
          <Fact name={text.call}>
            <DetailLink id={about}>{about}</DetailLink>
          </Fact>
        )}
        {webhook.endpointId !== null && (
          <Fact name={text.endpoint}>
            <Anchor component={Link} href={`/webhooks?endpoint=${webhook.endpointId}`}>
              {webhook.endpointId}
            </Anchor>
          </Fact>
        )}
        {webhook.nextTryAt !== null && (
          <Fact name={text.next}>
            <Upcoming at={webhook.nextTryAt} />
          </Fact>
        )}
      </FactList>
      <Attempts attempts={webhook.attempts} answeredBy={webhook.receiver === 'mail' ? 'SMTP' : 'HTTP'} />
      <Stack gap={6}>
        <Title order={2}>{text.payload}</Title>
        <Text variant="hint">{hintOf(webhook, text)}</Text>
        {webhook.payload !== null && <CodeBlock code={readable(webhook.payload)} what={text.thePayload} />}
      </Stack>
    </Stack>
  )
}

function hintOf({ payload, serviceId, type }: WebhookDetail, text: typeof webhooksTexts.en): string {
  if (payload === null) return serviceId === 0 ? text.noticeGone : text.payloadGone
  return type === null ? text.payloadHint : text.payloadHintEvent
}

/** What people get is text. */
const readable = (payload: string) =>
  payload.startsWith('{') ? JSON.stringify(JSON.parse(payload), null, 2) : payload

/** The reason in words; the code of the system, as in `the connection failed (ECONNREFUSED)`, stays as it is. */
function reasonIn(words: Readonly<Record<string, string>>, error: string): string {
  const [, reason = error, code = ''] = /^(.*?)( \(\w+\))?$/.exec(error) ?? []
  return `${words[reason] ?? reason}${code}`
}

function Attempts(props: Pick<WebhookDetail, 'attempts'> & { readonly answeredBy: string }) {
  const { attempts, answeredBy } = props
  const text = useTexts(webhooksTexts)
  const formats = useFormats()
  return (
    <Stack gap={6}>
      <Title order={2}>{text.attempts}</Title>
      <DataTable
        label={text.attempts}
        rows={attempts.toReversed()}
        keyOf={({ attempt }) => attempt}
        empty={<Text c="dimmed">{text.noAttempts}</Text>}
        columns={[
          { title: '№', cell: ({ attempt }) => attempt },
          { title: text.time, card: 'corner', cell: ({ at }) => <Moment at={at} /> },
          {
            title: text.answer,
            cell: ({ status, error }) =>
              status === 0
                ? `${text.noAnswer}: ${reasonIn(text.whyNoAnswer, error)}`
                : `${answeredBy} ${status}`,
          },
          { title: text.duration, align: 'right', cell: ({ durationMs }) => formats.duration(durationMs) },
          {
            title: text.start,
            cell: ({ answer }) => (
              <Text size="sm" ff="monospace" lineClamp={3} style={{ overflowWrap: 'anywhere' }}>
                {answer || '—'}
              </Text>
            ),
          },
        ]}
      />
    </Stack>
  )
}

import { Anchor, Badge, Group, Loader, Paper, Stack, Text, Timeline, Title } from '@mantine/core'
import type { Answer, WriteAnswer } from '@ringkey/server/cabinet-api'
import { Link } from 'wouter'
import { useRead } from '../../api/use-api.ts'
import { useFormats } from '../../language/formats.ts'
import { useTexts } from '../../language/language.tsx'
import { CopyButton } from '../../parts/copy-button.tsx'
import { ErrorNote } from '../../parts/error-note.tsx'
import { IconCheck, IconClock, IconPhoneCall, IconWebhook, IconX } from '../../parts/icons.tsx'
import { Moment } from '../../parts/moment.tsx'
import { reasonTexts } from '../calls/reasons.ts'
import { progressTexts } from './progress-texts.ts'

type TrialView = Answer<'/trials/:vendorId'>

const lookMs = 500

/** Polled while the verification is in progress, and until its webhook has been sent. */
function isUnderWay(trial: TrialView | undefined): boolean {
  if (trial === undefined || trial.state === 'checking') return true
  return trial.mode === 'inbound' && trial.state === 'completed' && trial.webhook === 'pending'
}

export function Progress({ started }: { readonly started: WriteAnswer<'/trials'> | null }) {
  const text = useTexts(progressTexts)
  const vendorId = started?.vendorId ?? 0
  const trial = useRead(
    '/trials/:vendorId',
    { vendorId },
    {
      enabled: vendorId > 0,
      refetchInterval: ({ state }) => (isUnderWay(state.data) ? lookMs : false),
    },
  )
  return (
    <Paper withBorder p="md" aria-live="polite">
      <Stack gap="md">
        <Group justify="space-between">
          <Title order={2}>{text.title}</Title>
          {started?.test && <Badge color="gray">TEST</Badge>}
        </Group>
        <ErrorNote error={trial.error} />
        {started === null ? (
          <Text c="dimmed">{text.nothing}</Text>
        ) : (
          <Steps trial={trial.data ?? started} code={started.code} />
        )}
      </Stack>
    </Paper>
  )
}

function Steps({ trial, code }: { readonly trial: TrialView; readonly code: string }) {
  const text = useTexts(progressTexts)
  const reasons = useTexts(reasonTexts)
  const formats = useFormats()
  const { state, mode, vendorId, webhook, deliveryId } = trial
  const isOver = state !== 'checking'
  const elapsed =
    trial.settledAt === null ? '' : text.after(formats.duration(trial.settledAt - trial.startedAt))
  return (
    <>
      {code !== '' && (
        <Stack gap={0}>
          <Text variant="hint">{text.code}</Text>
          <Text fz={32} fw={700} ff="monospace" lh={1.2} data-testid="code">
            {code}
          </Text>
        </Stack>
      )}
      <Timeline active={isOver ? 2 : 1} bulletSize={24} lineWidth={2}>
        <Timeline.Item bullet={<IconCheck size={14} />} title={text.admitted}>
          <Text variant="hint">
            <Moment at={trial.startedAt} /> ·{' '}
            {trial.test
              ? text.free
              : !isOver
                ? text.admittedHint(formats.price(trial.cost))
                : trial.phoneMask}
          </Text>
        </Timeline.Item>
        <Timeline.Item
          bullet={isOver ? <IconPhoneCall size={14} /> : <Loader size={14} type="dots" color="white" />}
          title={mode === 'inbound' ? text.waiting : text.calling}
        >
          <Text variant="hint">{middleOf(trial, text, formats)}</Text>
        </Timeline.Item>
        <Timeline.Item
          bullet={
            state === 'failed' ? (
              <IconX size={14} />
            ) : isOver ? (
              <IconCheck size={14} />
            ) : (
              <IconClock size={14} />
            )
          }
          color={state === 'failed' ? 'red' : 'teal'}
          title={state === 'failed' ? text.failed : text.completed}
        >
          <Text variant="hint">
            {isOver
              ? [
                  reasons[trial.reason ?? '']?.[mode === 'inbound' ? 'inboundName' : 'name'] ?? trial.reason,
                  elapsed,
                  trial.cost > 0 ? text.charged(formats.price(trial.cost)) : text.notCharged,
                ].join(' · ')
              : text.pending}
          </Text>
        </Timeline.Item>
        {webhook !== null && (
          <Timeline.Item bullet={<IconWebhook size={14} />} title={text.webhook}>
            <Text variant="hint">
              {text.webhooks[webhook]} ·{' '}
              <Anchor component={Link} href={`/webhooks/${deliveryId}`}>
                {text.seeWebhook}
              </Anchor>
            </Text>
          </Timeline.Item>
        )}
      </Timeline>
      <Group gap={4}>
        <Anchor component={Link} href={`/verifications/${vendorId}`}>
          {text.detail}
        </Anchor>
        <Text c="dimmed">{vendorId}</Text>
        <CopyButton value={String(vendorId)} what="vendor_id" />
      </Group>
    </>
  )
}

function middleOf(
  { mode, state, ringAfterMs, ringMs, phoneMask, confirmationNumber }: TrialView,
  text: (typeof progressTexts)['en'],
  formats: ReturnType<typeof useFormats>,
): string {
  if (mode === 'inbound') return text.waitingHint(`+${confirmationNumber ?? ''}`)
  if (state === 'checking') return text.callingHint(phoneMask)
  if (ringAfterMs === null || ringMs === null) return phoneMask
  return `${phoneMask} · ${text.rang(formats.duration(ringAfterMs), formats.duration(ringMs))}`
}

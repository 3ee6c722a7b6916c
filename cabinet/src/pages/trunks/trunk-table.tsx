import { Badge, Button, Group, Stack, Text } from '@mantine/core'
import type { TrunkView } from '@ringkey/server/cabinet-api'
import { useState } from 'react'
import { addressOf } from '../../api/client.ts'
import { useOperatorChange } from '../../api/operator.ts'
import { useRead } from '../../api/use-api.ts'
import { useFormats } from '../../language/formats.ts'
import { useTexts } from '../../language/language.tsx'
import { ConfirmButton } from '../../parts/confirm-button.tsx'
import { DataTable } from '../../parts/data-table.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { ErrorNote } from '../../parts/error-note.tsx'
import { IconChevronDown, IconChevronUp, IconPhoneOutgoing } from '../../parts/icons.tsx'
import { TextLink } from '../../parts/text-link.tsx'
import { consolePath } from '../console-path.ts'
import { navigationTexts } from '../texts.ts'
import { ProbeStrip } from './probe-strip.tsx'
import { trunkProblems, trunksTexts } from './texts.ts'
import { TrunkDetails } from './trunk-details.tsx'
import { useTrunkState } from './trunk-state.ts'
import classes from './trunk-table.module.css'

interface Props {
  readonly trunks: readonly TrunkView[] | undefined
  readonly error: unknown
  readonly onOpen: (what: 'edit' | 'test' | 'test-all', trunk: TrunkView) => void
}

const hourMs = 3_600_000

interface Share {
  readonly hits: number
  readonly of: number
}
const shareOf = (delivered: Share | undefined) => (delivered?.of ? delivered.hits / delivered.of : null)

/** What each trunk delivered in the last 24 hours, of the calls that are stored: a restart changes nothing. */
function useLastDay(): ReadonlyMap<string, Share> {
  // Whole hours: the answer is kept for an hour, and the page Quality shows the same.
  const to = Math.ceil((Date.now() + 1) / hourMs) * hourMs
  const asked = { from: to - 24 * hourMs, to, step: 'hour', by: 'trunk', test: 'no', zone: 'UTC' } as const
  const report = useRead('/operator/quality', asked, { refetchInterval: 60_000 })
  return new Map(report.data?.rows.map(({ key, now }) => [key, now.shares.delivered]))
}

/** One line for each trunk: its state, its load and its actions. More opens below it. */
export function TrunkTable({ trunks, error, onOpen }: Props) {
  const text = useTexts(trunksTexts)
  const names = useTexts(navigationTexts)
  const formats = useFormats()
  const lastDay = useLastDay()
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const toggle = (name: string) => setOpened((before) => before.symmetricDifference(new Set([name])))
  return (
    <DataTable
      label={names.trunks}
      rows={trunks}
      keyOf={({ name }) => name}
      error={error}
      empty={<EmptyState title={text.none}>{text.whatToDo}</EmptyState>}
      expandedRow={{
        label: ({ name }) => name,
        of: (trunk) =>
          opened.has(trunk.name) ? (
            <>
              <TrunkDetails trunk={trunk} />
              <Button variant="default" size="compact-sm" mt="sm" onClick={() => onOpen('test-all', trunk)}>
                {text.testAll}
              </Button>
              <Button
                component="a"
                href={addressOf('/operator/trunks/:name/capture', { name: trunk.name })}
                download
                variant="default"
                size="compact-sm"
                mt="sm"
                ml="xs"
              >
                {text.capture}
              </Button>
              {!trunk.isBuiltIn && <Danger trunk={trunk} />}
            </>
          ) : undefined,
      }}
      columns={[
        {
          title: text.trunk,
          width: '30%',
          sortBy: ({ name }) => name,
          cell: (trunk) => <NameAndState trunk={trunk} />,
        },
        {
          title: text.health,
          width: 180,
          cell: ({ live }) => <ProbeStrip probes={live?.probes ?? []} />,
        },
        {
          title: text.calls,
          align: 'right',
          sortBy: ({ live }) => live?.inFlight ?? 0,
          cell: ({ live, settings }) =>
            text.of(formats.number(live?.inFlight ?? 0), formats.number(settings.callsAtOnce)),
        },
        {
          title: text.lastDay,
          align: 'right',
          sortBy: ({ name }) => shareOf(lastDay.get(name)),
          cell: ({ name }) => {
            const delivered = lastDay.get(name)
            const share = shareOf(delivered)
            if (delivered === undefined || share === null) return text.noneLately
            return (
              <TextLink href={`${consolePath}/quality?range=24h&trunk=${encodeURIComponent(name)}`}>
                {formats.outOf(delivered.hits, delivered.of)} · {formats.percent(share)}
              </TextLink>
            )
          },
        },
        { title: text.numbers, value: ({ numbers }) => numbers, as: 'number' },
      ]}
      actions={(trunk) => (
        <Group gap={4} className={classes.actions!}>
          <Button
            variant="light"
            size="compact-sm"
            leftSection={<IconPhoneOutgoing size={14} />}
            onClick={() => onOpen('test', trunk)}
          >
            {text.test}
          </Button>
          {!trunk.isBuiltIn && (
            <Button variant="default" size="compact-sm" onClick={() => onOpen('edit', trunk)}>
              {text.edit}
            </Button>
          )}
          <Button
            variant="subtle"
            color="gray"
            size="compact-sm"
            aria-expanded={opened.has(trunk.name)}
            onClick={() => toggle(trunk.name)}
            rightSection={
              opened.has(trunk.name) ? <IconChevronUp size={14} /> : <IconChevronDown size={14} />
            }
          >
            {opened.has(trunk.name) ? text.less : text.details}
          </Button>
        </Group>
      )}
    />
  )
}

function NameAndState({ trunk }: { readonly trunk: TrunkView }) {
  const text = useTexts(trunksTexts)
  const state = useTrunkState()(trunk)
  const { name, demo, isBuiltIn, settings } = trunk
  const port = settings.port === null ? '' : `:${settings.port}`
  return (
    <Stack gap={2}>
      <Group gap="xs">
        <Text fw={600}>{name}</Text>
        <Badge color={state.colour}>{state.word}</Badge>
        {demo && <Badge color="yellow">{text.demo}</Badge>}
      </Group>
      <Text variant="note">
        {isBuiltIn ? text.simulated : `${settings.host}${port} ${settings.transport}`}
      </Text>
      {state.because !== '' && <Text size="sm">{state.because}</Text>}
    </Stack>
  )
}

/** Actions that stop calls are separated from the others. */
function Danger({ trunk }: { readonly trunk: TrunkView }) {
  const text = useTexts(trunksTexts)
  const formats = useFormats()
  const { name, settings, numbers } = trunk
  const change = useOperatorChange('/operator/trunks/:name')
  const remove = useOperatorChange('/operator/trunks/:name/remove')
  return (
    <Group gap="xs" pt="sm">
      <Button
        variant="default"
        size="compact-sm"
        loading={change.isPending}
        onClick={() => change.mutate({ name, settings: { enabled: !settings.enabled } })}
      >
        {settings.enabled ? text.switchOff : text.switchOn}
      </Button>
      <ConfirmButton
        label={text.remove}
        question={text.removeQuestion(name)}
        onConfirm={() => remove.mutateAsync({ name })}
        errorTexts={trunkProblems}
      >
        {text.removeAbout(formats.number(numbers))}
      </ConfirmButton>
      <ErrorNote error={change.error} errorTexts={trunkProblems} />
    </Group>
  )
}

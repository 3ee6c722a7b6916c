import { Badge, Button, Collapse, Group, Paper, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { TrunkView } from '@ringkey/server/cabinet-api'
import { IconChevronDown, IconChevronUp, IconPhoneOutgoing } from '@tabler/icons-react'
import { useOperatorChange } from '../../api/operator.ts'
import { useFormats } from '../../language/formats.ts'
import { useTexts } from '../../language/language.tsx'
import { ConfirmButton } from '../../parts/confirm-button.tsx'
import { ErrorNote } from '../../parts/error-note.tsx'
import { SmallFigure } from '../../parts/small-figure.tsx'
import { ProbeStrip } from './probe-strip.tsx'
import { trunkProblems, trunksTexts } from './texts.ts'
import { TrunkDetails } from './trunk-details.tsx'
import { useTrunkState } from './trunk-state.ts'

interface Props {
  readonly trunk: TrunkView
  readonly onEdit: () => void
  readonly onTest: () => void
  readonly onTestAll: () => void
}

/** One trunk: its state, its load and its actions. */
export function TrunkCard({ trunk, onEdit, onTest, onTestAll }: Props) {
  const text = useTexts(trunksTexts)
  const formats = useFormats()
  const state = useTrunkState()(trunk)
  const [isOpen, { toggle }] = useDisclosure(false)
  const { name, demo, isBuiltIn, settings, live } = trunk
  const port = settings.port === null ? '' : `:${settings.port}`
  return (
    <Paper withBorder p="sm" component="article" aria-label={name}>
      <Stack gap="xs">
        <Group justify="space-between" wrap="nowrap" align="flex-start">
          <Stack gap={2} miw={0}>
            <Group gap="xs">
              <Text fw={600}>{name}</Text>
              <Badge color={state.colour}>{state.word}</Badge>
              {demo && <Badge color="yellow">{text.demo}</Badge>}
            </Group>
            <Text size="xs" c="dimmed" truncate>
              {isBuiltIn ? text.simulated : `${settings.host}${port} ${settings.transport}`}
            </Text>
          </Stack>
          <Group gap={4} wrap="nowrap">
            <Button
              variant="light"
              size="compact-sm"
              leftSection={<IconPhoneOutgoing size={14} />}
              onClick={onTest}
            >
              {text.test}
            </Button>
            {!isBuiltIn && (
              <Button variant="default" size="compact-sm" onClick={onEdit}>
                {text.edit}
              </Button>
            )}
          </Group>
        </Group>
        {state.because !== '' && <Text size="sm">{state.because}</Text>}
        <Group gap="10px 32px" align="flex-end">
          <Stack gap={2} w={240} maw="100%">
            <Text size="xs" c="dimmed">
              {text.health}
            </Text>
            <ProbeStrip probes={live?.probes ?? []} />
          </Stack>
          <SmallFigure name={text.calls}>
            {text.of(formats.number(live?.inFlight ?? 0), formats.number(settings.callsAtOnce))}
          </SmallFigure>
          <SmallFigure name={text.success}>
            {live?.success == null ? text.noneLately : formats.percent(live.success)}
          </SmallFigure>
          <SmallFigure name={text.numbers}>{formats.number(trunk.numbers)}</SmallFigure>
          <Button
            variant="subtle"
            color="gray"
            size="compact-sm"
            ml="auto"
            aria-expanded={isOpen}
            onClick={toggle}
            rightSection={isOpen ? <IconChevronUp size={14} /> : <IconChevronDown size={14} />}
          >
            {isOpen ? text.less : text.details}
          </Button>
        </Group>
        <Collapse expanded={isOpen}>
          <TrunkDetails trunk={trunk} />
          <Button variant="default" size="compact-sm" mt="sm" onClick={onTestAll}>
            {text.testAll}
          </Button>
          <Button
            component="a"
            href={`/cabinet/api/operator/trunks/${encodeURIComponent(trunk.name)}/capture`}
            download
            variant="default"
            size="compact-sm"
            mt="sm"
            ml="xs"
          >
            {text.capture}
          </Button>
          {!isBuiltIn && <Danger trunk={trunk} />}
        </Collapse>
      </Stack>
    </Paper>
  )
}

/** Actions that stop calls are separated from the others. */
function Danger({ trunk }: Pick<Props, 'trunk'>) {
  const text = useTexts(trunksTexts)
  const formats = useFormats()
  const { name, settings, numbers } = trunk
  const change = useOperatorChange<object>(`/operator/trunks/${name}`)
  const remove = useOperatorChange<object>(`/operator/trunks/${name}/remove`)
  return (
    <Group gap="xs" pt="sm">
      <Button
        variant="default"
        size="compact-sm"
        loading={change.isPending}
        onClick={() => change.mutate({ settings: { enabled: !settings.enabled } })}
      >
        {settings.enabled ? text.switchOff : text.switchOn}
      </Button>
      <ConfirmButton
        label={text.remove}
        question={text.removeQuestion(name)}
        action={text.remove}
        onConfirm={() => remove.mutateAsync({})}
        error={remove.error}
        own={trunkProblems}
      >
        {text.removeAbout(formats.number(numbers))}
      </ConfirmButton>
      <ErrorNote error={change.error} own={trunkProblems} />
    </Group>
  )
}

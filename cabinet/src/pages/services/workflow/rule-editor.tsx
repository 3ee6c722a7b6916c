import {
  ActionIcon,
  Button,
  Checkbox,
  Group,
  NativeSelect,
  NumberInput,
  Paper,
  Select,
  Stack,
  Text,
  TextInput,
} from '@mantine/core'
import { useTexts } from '../../../language/language.tsx'
import { terms } from '../../../language/terms.ts'
import { bindText } from '../../../parts/bind.ts'
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash, IconX } from '../../../parts/icons.tsx'
import { useCountries } from '../use-countries.ts'
import {
  type DraftRule,
  inWay,
  matchesAll,
  maxSteps,
  newStep,
  type Step,
  type Way,
  wayOf,
  ways,
} from './rules.ts'
import { workflowTexts } from './texts.ts'

/** One rule: which phones it is for, and which calls they get. */
export function RuleEditor(props: {
  readonly rule: DraftRule
  readonly place: number
  readonly isLast: boolean
  readonly onChange: (part: Partial<DraftRule>) => void
  readonly onMove: (by: -1 | 1) => void
  readonly onRemove: () => void
}) {
  const text = useTexts(workflowTexts)
  const countries = useCountries()
  const { rule, place, isLast, onChange } = props
  const number = place + 1
  return (
    <Paper withBorder p="sm" component="section" aria-label={text.rule(number)}>
      <Stack gap="xs">
        <Group justify="space-between" wrap="nowrap">
          <Text fw={600}>{text.rule(number)}</Text>
          <Group gap={2} wrap="nowrap">
            <ActionIcon aria-label={text.up(number)} disabled={place === 0} onClick={() => props.onMove(-1)}>
              <IconArrowUp size={16} />
            </ActionIcon>
            <ActionIcon aria-label={text.down(number)} disabled={isLast} onClick={() => props.onMove(1)}>
              <IconArrowDown size={16} />
            </ActionIcon>
            <ActionIcon aria-label={text.removeRule(number)} onClick={props.onRemove}>
              <IconTrash size={16} />
            </ActionIcon>
          </Group>
        </Group>
        <Group gap="xs" align="flex-start">
          <Select
            label={text.country}
            placeholder={text.anyCountry}
            data={countries}
            value={rule.country === '' ? null : rule.country}
            onChange={(country) => onChange({ country: country ?? '' })}
            searchable
            clearable
            limit={300}
            w={180}
          />
          <TextInput
            label={text.operator}
            placeholder={text.anyOperator}
            maxLength={100}
            w={180}
            {...bindText(rule.operator, (operator) => onChange({ operator }))}
          />
          <TextInput
            label={text.prefix}
            placeholder={text.anyPrefix}
            inputMode="tel"
            maxLength={20}
            w={150}
            {...bindText(rule.prefix, (prefix) => onChange({ prefix }))}
          />
        </Group>
        <Checkbox
          label={text.poorReach}
          description={text.poorReachAbout}
          checked={rule.isPoorReach}
          onChange={({ currentTarget }) => onChange({ isPoorReach: currentTarget.checked })}
        />
        <Steps steps={rule.steps} onChange={(steps) => onChange({ steps })} />
        {matchesAll(rule) && !isLast && (
          <Text size="sm" role="status">
            {text.matchesAll}
          </Text>
        )}
      </Stack>
    </Paper>
  )
}

function Steps(props: {
  readonly steps: readonly Step[]
  readonly onChange: (steps: readonly Step[]) => void
}) {
  const text = useTexts(workflowTexts)
  const words = useTexts(terms)
  const { steps, onChange } = props
  const change = (place: number, part: Partial<Step>) =>
    onChange(steps.map((step, index) => (index === place ? { ...step, ...part } : step)))
  return (
    <Stack gap={6}>
      <Text size="sm" fw={600}>
        {text.steps}
      </Text>
      {steps.map((step, place) => (
        <Group key={String(place)} gap="xs" wrap="nowrap">
          <Text variant="hint" aria-hidden="true">
            {place + 1}.
          </Text>
          <NativeSelect
            aria-label={text.step(place + 1)}
            data={ways.map((value) => ({ value, label: value === 'key' ? text.byKey : words.modes[value] }))}
            value={wayOf(step)}
            onChange={(event) => onChange(steps.with(place, inWay(step, event.currentTarget.value as Way)))}
            style={{ flex: '1 1 150px', maxWidth: 180 }}
          />
          {step.channel !== undefined && (
            <TextInput
              aria-label={text.channel(place + 1)}
              maxLength={20}
              w={100}
              {...bindText(step.channel, (channel) => change(place, { channel }))}
            />
          )}
          <NumberInput
            aria-label={text.seconds(place + 1)}
            w={100}
            min={5}
            max={120}
            allowDecimal={false}
            suffix={` ${text.secondsUnit}`}
            value={step.seconds}
            onChange={(value) => change(place, { seconds: Number(value) })}
          />
          <ActionIcon
            aria-label={text.removeStep(place + 1)}
            disabled={steps.length === 1}
            onClick={() => onChange(steps.filter((_, index) => index !== place))}
          >
            <IconX size={16} />
          </ActionIcon>
        </Group>
      ))}
      {steps.length < maxSteps && (
        <Button
          variant="subtle"
          size="compact-sm"
          w="fit-content"
          leftSection={<IconPlus size={14} />}
          onClick={() => onChange([...steps, newStep])}
        >
          {text.addStep}
        </Button>
      )}
    </Stack>
  )
}

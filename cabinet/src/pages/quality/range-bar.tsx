import { Checkbox, Group, SegmentedControl, Select, TextInput } from '@mantine/core'
import { useTexts } from '../../language/language.tsx'
import { qualityNames } from '../../language/quality-names.ts'
import { type Asked, rateNames } from './asked.ts'
import { rangeNames } from './range.ts'
import { qualityTexts } from './texts.ts'

type Changes = Readonly<Record<string, string | null>>

export function RangeBar(props: { readonly asked: Asked; readonly onChange: (changes: Changes) => void }) {
  const { asked, onChange } = props
  const text = useTexts(qualityTexts)
  const words = useTexts(qualityNames)
  const choose = (range: string) =>
    onChange(
      range === 'custom'
        ? { range, from: asked.fromDay, to: asked.toDay, step: null }
        : { range, from: null, to: null, step: null },
    )
  return (
    <Group gap="sm">
      <SegmentedControl
        size="xs"
        aria-label={text.range}
        data={rangeNames.map((value) => ({ value, label: text.ranges[value] }))}
        value={asked.range}
        onChange={choose}
      />
      {asked.range === 'custom' && (
        <>
          <DayInput
            label={text.from}
            value={asked.fromDay}
            onChange={(from) => onChange({ from, to: asked.toDay })}
          />
          <DayInput
            label={text.to}
            value={asked.toDay}
            onChange={(to) => onChange({ from: asked.fromDay, to })}
          />
        </>
      )}
      <SegmentedControl
        size="xs"
        aria-label={text.step}
        data={(['hour', 'day'] as const).map((value) => ({
          value,
          label: text.steps[value],
          disabled: value === 'hour' && !asked.mayStepHours,
        }))}
        value={asked.step}
        onChange={(step) => onChange({ step })}
      />
      <Select
        size="xs"
        w={160}
        aria-label={text.rate}
        data={rateNames.map((value) => ({ value, label: words[value] }))}
        value={asked.rate}
        onChange={(rate) => onChange({ rate })}
      />
      {(asked.scope === 'own' || asked.account !== null) && (
        <Checkbox
          size="xs"
          label={text.tests}
          checked={asked.test === 'yes'}
          onChange={({ currentTarget }) => onChange({ test: currentTarget.checked ? 'yes' : null })}
        />
      )}
    </Group>
  )
}

function DayInput(props: {
  readonly label: string
  readonly value: string
  readonly onChange: (day: string) => void
}) {
  return (
    <TextInput
      size="xs"
      type="date"
      aria-label={props.label}
      value={props.value}
      onChange={({ currentTarget }) => currentTarget.value !== '' && props.onChange(currentTarget.value)}
    />
  )
}

import { Button, Group, Select, type SelectProps, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { useTexts } from '../language/language.tsx'
import { withCommon } from '../language/terms.ts'
import { clockText, timeIn } from '../language/time-zone.ts'
import { useTimeZone } from '../language/use-time-zone.ts'
import classes from './filter-bar.module.css'
import { IconFilter, IconX } from './icons.tsx'

const texts = withCommon({
  filters: ['Filters', 'Фильтры'],
  inUse: ['Filters: in use', 'Фильтры: включены'],
  clear: ['Clear filters', 'Сбросить фильтры'],
  to: ['Until', 'По'],
})

/** The filters of a list in a row. On a narrow screen, where they would hide the list, a button opens them. */
export function FilterBar(props: {
  readonly isNarrowed: boolean
  readonly onClear: () => void
  /** Always shown, at the left of the button. */
  readonly lead?: ReactNode
  readonly children: ReactNode
}) {
  const text = useTexts(texts)
  const [isOpen, { toggle }] = useDisclosure(false)
  return (
    <Group gap="xs">
      <Group gap="xs" className={props.lead === undefined ? classes.narrowOnly! : ''}>
        {props.lead}
        <Button
          hiddenFrom="sm"
          size="xs"
          variant="default"
          leftSection={<IconFilter size={14} />}
          onClick={toggle}
          aria-expanded={isOpen}
        >
          {props.isNarrowed ? text.inUse : text.filters}
        </Button>
      </Group>
      <div className={isOpen ? classes.filters : `${classes.filters} ${classes.wideOnly}`}>
        {props.children}
        {props.isNarrowed && (
          <Button
            size="compact-xs"
            variant="subtle"
            leftSection={<IconX size={14} />}
            onClick={props.onClear}
          >
            {text.clear}
          </Button>
        )}
      </div>
    </Group>
  )
}

/** One filter; nothing chosen is everything. */
export function FilterSelect(props: {
  readonly label: string
  readonly any: string
  readonly width: number
  readonly data: NonNullable<SelectProps['data']>
  readonly value: string | null
  readonly onChange: (value: string | null) => void
  readonly searchable?: boolean
}) {
  const { label, any, width, ...others } = props
  return (
    <Select
      {...others}
      size="xs"
      w={width}
      maw="100%"
      aria-label={label}
      placeholder={any}
      clearable
      allowDeselect
      comboboxProps={{ width: 'auto', position: 'bottom-start' }}
    />
  )
}

/** Names by value, as options. */
export const optionsOf = (names: Readonly<Record<string, string>>) =>
  Object.entries(names).map(([value, label]) => ({ value, label }))

/** A filter by time. */
export function FilterPeriod(props: {
  readonly from: number | null
  readonly to: number | null
  readonly onChange: (change: { readonly from: number | null } | { readonly to: number | null }) => void
}) {
  const text = useTexts(texts)
  return (
    <>
      <TimeInput label={text.from} value={props.from} onChange={(from) => props.onChange({ from })} />
      <TimeInput label={text.to} value={props.to} onChange={(to) => props.onChange({ to })} />
    </>
  )
}

function TimeInput(props: {
  readonly label: string
  readonly value: number | null
  readonly onChange: (at: number | null) => void
}) {
  const zone = useTimeZone()
  return (
    <TextInput
      size="xs"
      w={190}
      type="datetime-local"
      aria-label={props.label}
      leftSection={
        <span aria-hidden="true" className={classes.quiet}>
          {props.label}
        </span>
      }
      leftSectionWidth={42}
      value={props.value === null ? '' : clockText(props.value, zone)}
      onChange={({ currentTarget }) => props.onChange(timeIn(currentTarget.value, zone))}
    />
  )
}

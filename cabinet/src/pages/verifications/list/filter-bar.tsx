import { Button, Group, Select, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconFilter, IconX } from '@tabler/icons-react'
import { useTexts } from '../../../language/language.tsx'
import { terms } from '../../../language/terms.ts'
import { reasonTexts } from '../reasons.ts'
import { verificationsTexts } from '../texts.ts'
import { type Filters, filterNames } from './filters.ts'
import classes from './table.module.css'

type Changes = Readonly<Record<string, string | number | null>>

/** The filters of the list; they are part of the page's address. */
export function FilterBar(props: {
  readonly filters: Filters
  readonly onChange: (changes: Changes) => void
}) {
  const { filters, onChange } = props
  const text = useTexts(verificationsTexts)
  /** Collapsed on a narrow screen, where they would hide the list. */
  const [isOpen, { toggle }] = useDisclosure(false)
  const words = useTexts(terms)
  const reasons = useTexts(reasonTexts)
  const options = (names: Readonly<Record<string, string>>) =>
    Object.entries(names).map(([value, label]) => ({ value, label }))
  const reasonNames = Object.fromEntries(Object.entries(reasons).map(([value, { name }]) => [value, name]))
  const isNarrowed = filterNames.some((name) => filters[name] !== null)
  const select = (name: 'mode' | 'state' | 'reason' | 'test', width: number, label: string, any: string) => ({
    size: 'xs',
    w: width,
    'aria-label': label,
    placeholder: any,
    value: filters[name],
    onChange: (value: string | null) => onChange({ [name]: value }),
    clearable: true,
    comboboxProps: { width: 'auto' as const, position: 'bottom-start' as const },
  })
  return (
    <>
      <Group hiddenFrom="sm">
        <Button
          size="xs"
          variant="default"
          leftSection={<IconFilter size={14} />}
          onClick={toggle}
          aria-expanded={isOpen}
        >
          {isNarrowed ? text.filtersInUse : text.filters}
        </Button>
      </Group>
      <Group gap="xs" className={isOpen ? '' : classes.wideOnly!}>
        <Select {...select('state', 158, text.state, text.anyState)} data={options(words.states)} />
        <Select {...select('mode', 128, text.mode, text.anyMode)} data={options(words.modes)} />
        <Select
          {...select('reason', 150, text.reason, text.anyReason)}
          data={options(reasonNames)}
          searchable
        />
        <Select
          {...select('test', 132, text.test, text.withTests)}
          data={options({ yes: text.onlyTests, no: text.noTests })}
        />
        <TimeInput label={text.from} value={filters.from} onChange={(from) => onChange({ from })} />
        <TimeInput label={text.to} value={filters.to} onChange={(to) => onChange({ to })} />
        {isNarrowed && (
          <Button
            size="compact-xs"
            variant="subtle"
            leftSection={<IconX size={14} />}
            onClick={() => onChange(Object.fromEntries(filterNames.map((name) => [name, null])))}
          >
            {text.clear}
          </Button>
        )}
      </Group>
    </>
  )
}

/** In the zone of the browser. */
export function TimeInput(props: {
  readonly label: string
  readonly value: number | null
  readonly onChange: (at: number | null) => void
}) {
  return (
    <TextInput
      size="xs"
      w={200}
      type="datetime-local"
      aria-label={props.label}
      leftSection={
        <span aria-hidden="true" className={classes.quiet}>
          {props.label}
        </span>
      }
      leftSectionWidth={42}
      value={props.value === null ? '' : localText(props.value)}
      onChange={({ currentTarget }) => {
        const at = new Date(currentTarget.value).getTime()
        props.onChange(Number.isNaN(at) ? null : at)
      }}
    />
  )
}

function localText(at: number): string {
  return new Date(at - new Date(at).getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

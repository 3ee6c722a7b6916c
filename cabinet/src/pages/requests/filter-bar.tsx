import { Button, Group, SegmentedControl, Select, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { RequestSummary } from '@ringkey/server/cabinet-api'
import { IconFilter, IconX } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { useTexts } from '../../language/language.tsx'
import { TimeInput } from '../verifications/list/filter-bar.tsx'
import { filterNames, type Period, periods, type RequestFilters } from './filters.ts'
import classes from './requests.module.css'
import { requestsTexts } from './texts.ts'
import { useCodeName } from './use-code-name.ts'

type Changes = Readonly<Record<string, string | number | null>>

/** The filters of the list; they are part of the page's address. Only what occurs in the period can be chosen. */
export function FilterBar(props: {
  readonly filters: RequestFilters
  readonly summary: RequestSummary | undefined
  readonly onChange: (changes: Changes) => void
}) {
  const { filters, summary, onChange } = props
  const text = useTexts(requestsTexts)
  const codeName = useCodeName()
  /** Collapsed on a narrow screen, where they would hide the list. */
  const [isOpen, { toggle }] = useDisclosure(false)
  const isNarrowed = filterNames.some((name) => filters[name] !== null)
  const select = (
    name: 'outcome' | 'method' | 'code' | 'status',
    width: number,
    label: string,
    any: string,
  ) => ({
    size: 'xs',
    w: width,
    'aria-label': label,
    placeholder: any,
    value: filters[name],
    onChange: (value: string | null) => onChange({ [name]: value }),
    clearable: true,
    comboboxProps: { width: 'auto' as const, position: 'bottom-start' as const },
  })
  /** A value of the address stays choosable, also when the period has none of it. */
  const offered = (values: readonly string[] | undefined, chosen: string | null) => [
    ...new Set([...(values ?? []), ...(chosen === null ? [] : [chosen])]),
  ]
  return (
    <>
      <Group gap="xs">
        <SegmentedControl
          size="xs"
          aria-label={text.period}
          data={Object.keys(periods).map((value) => ({ value, label: text.periods[value as Period] }))}
          value={filters.period}
          onChange={(period) => onChange({ period: period === 'day' ? null : period, from: null, to: null })}
        />
        <Button
          hiddenFrom="sm"
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
        <Select
          {...select('outcome', 140, text.outcome, text.anyOutcome)}
          data={Object.entries(text.outcomes).map(([value, label]) => ({ value, label }))}
        />
        <Select
          {...select('method', 170, text.method, text.anyMethod)}
          data={offered(summary?.methods, filters.method).map((value) => ({
            value,
            label: value === 'other' ? text.other : value,
          }))}
          searchable
        />
        <Select
          {...select('code', 150, text.code, text.anyCode)}
          data={offered(summary?.codes, filters.code).map((value) => ({
            value,
            label: codeName(value) === value ? value : `${value}: ${codeName(value)}`,
          }))}
          searchable
        />
        <Select
          {...select('status', 150, text.status, text.anyStatus)}
          data={offered(summary?.statuses.map(String), filters.status)}
        />
        <TimeInput label={text.from} value={filters.from} onChange={(from) => onChange({ from })} />
        <TimeInput label={text.to} value={filters.to} onChange={(to) => onChange({ to })} />
        <IdInput key={filters.requestId} filters={filters} onChange={onChange} />
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

/** Asked for when it is complete: a part of an id finds nothing. */
function IdInput({
  filters,
  onChange,
}: {
  readonly filters: RequestFilters
  readonly onChange: (changes: Changes) => void
}) {
  const text = useTexts(requestsTexts)
  const [typed, setTyped] = useState(filters.requestId ?? '')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onChange({ requestId: typed.trim() })
  }
  return (
    <form onSubmit={submit}>
      <TextInput
        size="xs"
        w={210}
        aria-label={text.seekId}
        placeholder={text.seekId}
        maxLength={60}
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        onBlur={submit}
      />
    </form>
  )
}

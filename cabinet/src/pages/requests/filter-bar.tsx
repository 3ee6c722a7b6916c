import { SegmentedControl, TextInput } from '@mantine/core'
import type { Answer } from '@ringkey/server/cabinet-api'
import { useState } from 'react'
import { useTexts } from '../../language/language.tsx'
import { bindText } from '../../parts/bind.ts'
import { FilterBar, FilterPeriod, FilterSelect, optionsOf } from '../../parts/filter-bar.tsx'
import { Form } from '../../parts/form.tsx'
import { filterNames, type Period, periods, type RequestFilters } from './filters.ts'
import { requestsTexts } from './texts.ts'
import { useCodeName } from './use-code-name.ts'

type Changes = Readonly<Record<string, string | number | null>>

/** The filters of the list; they are part of the page's address. Only what occurs in the period can be chosen. */
export function RequestFilterBar(props: {
  readonly filters: RequestFilters
  readonly summary: Answer<'/requests/summary'> | undefined
  readonly onChange: (changes: Changes) => void
}) {
  const { filters, summary, onChange } = props
  const text = useTexts(requestsTexts)
  const codeName = useCodeName()
  const filter = (
    name: 'outcome' | 'method' | 'code' | 'status',
    width: number,
    label: string,
    any: string,
  ) => ({
    label,
    any,
    width,
    value: filters[name],
    onChange: (value: string | null) => onChange({ [name]: value }),
  })
  /** A value of the address stays choosable, also when the period has none of it. */
  const offered = (values: readonly string[] | undefined, chosen: string | null) => [
    ...new Set([...(values ?? []), ...(chosen === null ? [] : [chosen])]),
  ]
  const codeLabel = (code: string) => (codeName(code) === code ? code : `${code}: ${codeName(code)}`)
  return (
    <FilterBar
      isNarrowed={filterNames.some((name) => filters[name] !== null)}
      onClear={() => onChange(Object.fromEntries(filterNames.map((name) => [name, null])))}
      lead={
        <SegmentedControl
          size="xs"
          aria-label={text.period}
          data={Object.keys(periods).map((value) => ({ value, label: text.periods[value as Period] }))}
          value={filters.period}
          onChange={(period) => onChange({ period: period === 'day' ? null : period, from: null, to: null })}
        />
      }
    >
      <FilterSelect
        {...filter('outcome', 160, text.outcome, text.anyOutcome)}
        data={optionsOf(text.outcomes)}
      />
      <FilterSelect
        {...filter('method', 170, text.method, text.anyMethod)}
        data={offered(summary?.methods, filters.method).map((value) => ({
          value,
          label: value === 'other' ? text.other : value,
        }))}
        searchable
      />
      <FilterSelect
        {...filter('code', 150, text.code, text.anyCode)}
        data={offered(summary?.codes, filters.code).map((value) => ({ value, label: codeLabel(value) }))}
        searchable
      />
      <FilterSelect
        {...filter('status', 172, text.status, text.anyStatus)}
        data={offered(summary?.statuses.map(String), filters.status)}
      />
      <FilterPeriod from={filters.from} to={filters.to} onChange={onChange} />
      <IdInput key={filters.requestId} filters={filters} onChange={onChange} />
    </FilterBar>
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
  const submit = () => onChange({ requestId: typed.trim() })
  return (
    <Form onSubmit={submit}>
      <TextInput
        size="xs"
        w={210}
        aria-label={text.seekId}
        placeholder={text.seekId}
        maxLength={60}
        {...bindText(typed, setTyped)}
        onBlur={submit}
      />
    </Form>
  )
}

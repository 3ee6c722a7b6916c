import { useFormats } from '../../../language/formats.ts'
import { useTexts } from '../../../language/language.tsx'
import { terms } from '../../../language/terms.ts'
import { FilterBar, FilterPeriod, FilterSelect, optionsOf } from '../../../parts/filter-bar.tsx'
import { FilterChip } from '../../../parts/filter-chip.tsx'
import { reasonGroups, reasonTexts } from '../reasons.ts'
import { callsTexts } from '../texts.ts'
import { type Filters, filterNames } from './filters.ts'

type Changes = Readonly<Record<string, string | number | null>>

/** The filters of the list; they are part of the page's address. */
export function CallFilters(props: {
  readonly filters: Filters
  readonly onChange: (changes: Changes) => void
}) {
  const { filters, onChange } = props
  const text = useTexts(callsTexts)
  const words = useTexts(terms)
  const reasons = useTexts(reasonTexts)
  const filter = (name: 'mode' | 'state' | 'reason' | 'test', width: number, label: string, any: string) => ({
    label,
    any,
    width,
    value: filters[name],
    onChange: (value: string | null) => onChange({ [name]: value }),
  })
  return (
    <FilterBar
      isNarrowed={filterNames.some((name) => filters[name] !== null)}
      onClear={() => onChange(Object.fromEntries(filterNames.map((name) => [name, null])))}
    >
      <FilterSelect {...filter('state', 158, text.state, text.anyState)} data={optionsOf(words.states)} />
      <FilterSelect {...filter('mode', 128, text.mode, text.anyMode)} data={optionsOf(words.modes)} />
      <FilterSelect
        {...filter('reason', 160, text.reason, text.anyReason)}
        data={Object.entries(text.reasonGroups).map(([group, name]) => ({
          group: name,
          items: Object.entries(reasons)
            .filter(([value]) => reasonGroups[value] === group)
            .map(([value, reason]) => ({ value, label: reason.name })),
        }))}
        searchable
      />
      <FilterSelect
        {...filter('test', 134, text.test, text.withTests)}
        data={optionsOf({ yes: text.onlyTests, no: text.noTests })}
      />
      <CellFilters filters={filters} onChange={onChange} />
      <FilterPeriod from={filters.from} to={filters.to} onChange={onChange} />
    </FilterBar>
  )
}

/** Filters that the page about quality sets. */
function CellFilters(props: { readonly filters: Filters; readonly onChange: (changes: Changes) => void }) {
  const { operator, country } = props.filters
  const text = useTexts(callsTexts)
  const formats = useFormats()
  const named = (value: string) => (value === '-' ? text.unknown : value)
  const chips = [
    ...(operator === null ? [] : [{ name: 'operator', label: named(operator) }]),
    ...(country === null ? [] : [{ name: 'country', label: named(formats.country(country)) }]),
  ]
  return chips.map(({ name, label }) => (
    <FilterChip
      key={name}
      label={label}
      clear={text.clearOne}
      onClear={() => props.onChange({ [name]: null })}
    />
  ))
}

import { TextInput } from '@mantine/core'
import { useRead } from '../../../api/use-api.ts'
import { useFormats } from '../../../language/formats.ts'
import { useTexts } from '../../../language/language.tsx'
import { terms } from '../../../language/terms.ts'
import { FilterBar, FilterPeriod, FilterSelect, optionsOf } from '../../../parts/filter-bar.tsx'
import { FilterChip } from '../../../parts/filter-chip.tsx'
import { IconSearch } from '../../../parts/icons.tsx'
import { reasonGroups, reasonTexts } from '../../calls/reasons.ts'
import { endReasonTexts } from '../end-reasons.ts'
import { verificationsTexts } from '../texts.ts'
import { type Filters, filterNames, isNarrowed } from './filters.ts'

interface Customer {
  readonly id: number
  readonly email: string
}

/** The filters of the list; they are part of the page's address, except the search text. */
export function ListFilters(props: {
  readonly filters: Filters
  /** Names of networks to choose from. */
  readonly networks: readonly string[]
  /** What operators may choose from besides. */
  readonly trunks?: readonly string[]
  readonly customers?: readonly Customer[]
  readonly onChange: (changes: Readonly<Record<string, string | number | null>>) => void
  readonly onSearch: (searchText: string) => void
}) {
  const { filters, networks, trunks, customers = [], onChange } = props
  const text = useTexts(verificationsTexts)
  const words = useTexts(terms)
  const reasons = useTexts(reasonTexts)
  const ends = useTexts(endReasonTexts)
  const formats = useFormats()
  type Name = 'mode' | 'state' | 'reason' | 'test' | 'operator' | 'trunk'
  const filter = (name: Name, width: number, label: string, any: string) => ({
    label,
    any,
    width,
    value: filters[name] ?? null,
    onChange: (value: string | null) => onChange({ [name]: value }),
  })
  const named = (value: string) => (value === '-' ? text.unknown : formats.network(value))
  const chosen = (names: readonly string[], value: string | undefined) =>
    [...new Set([...(value === undefined ? [] : [value]), ...names])].map((name) => ({
      value: name,
      label: named(name),
    }))
  const { account, block, country } = filters
  const isConsole = trunks !== undefined
  const services = useRead('/operator/accounts/:id', { id: account ?? 0 }, { enabled: account !== undefined })
  const customer = customers.find(({ id }) => id === account)
  const chips = [
    { name: 'block', label: block && `${text.block}: +${block}xxxx` },
    { name: 'country', label: country && (country === '-' ? text.unknown : formats.country(country)) },
  ]
  return (
    <FilterBar
      isNarrowed={isNarrowed(filters, isConsole)}
      onClear={() =>
        onChange(
          Object.fromEntries([...filterNames, ...(isConsole ? ['service'] : [])].map((name) => [name, null])),
        )
      }
      lead={
        <form
          onSubmit={(event) => {
            event.preventDefault()
            const input = new FormData(event.currentTarget).get('searchText')
            props.onSearch(String(input).trim())
          }}
        >
          <TextInput
            name="searchText"
            size="xs"
            w={190}
            leftSection={<IconSearch size={14} />}
            aria-label={trunks === undefined ? text.searchText : text.searchTextOfCustomer}
            placeholder={trunks === undefined ? text.searchText : text.searchTextOfCustomer}
            maxLength={200}
          />
        </form>
      }
    >
      <FilterPeriod from={filters.from ?? null} to={filters.to ?? null} onChange={onChange} />
      <FilterSelect {...filter('state', 158, text.state, text.anyState)} data={optionsOf(text.states)} />
      <FilterSelect {...filter('mode', 128, text.mode, text.anyMode)} data={optionsOf(words.modes)} />
      <FilterSelect
        {...filter('operator', 140, text.network, text.anyNetwork)}
        data={chosen(networks, filters.operator)}
        searchable
      />
      {isConsole && (
        <>
          <FilterSelect
            label={text.customer}
            any={text.anyCustomer}
            width={170}
            value={account === undefined ? null : String(account)}
            onChange={(id) => onChange({ account: id, service: null })}
            data={[
              ...(account === undefined || customer
                ? []
                : [{ value: String(account), label: text.account(String(account)) }]),
              ...customers.map(({ id, email }) => ({ value: String(id), label: email })),
            ]}
            searchable
          />
          {(account !== undefined || filters.service !== undefined) && (
            <FilterSelect
              label={text.service}
              any={text.anyService}
              width={150}
              value={filters.service === undefined ? null : String(filters.service)}
              onChange={(service) => onChange({ service })}
              data={offered(services.data?.services ?? [], filters.service)}
            />
          )}
          <FilterSelect
            {...filter('trunk', 130, text.trunk, text.anyTrunk)}
            data={chosen(trunks, filters.trunk)}
          />
        </>
      )}
      <FilterSelect
        {...filter('reason', 160, text.reason, text.anyReason)}
        data={Object.entries(text.reasonGroups).map(([group, name]) => ({
          group: name,
          items:
            group === 'ends'
              ? Object.entries(ends).map(([value, end]) => ({ value, label: end.name }))
              : Object.entries(reasons)
                  .filter(([value]) => reasonGroups[value] === group && !(value in ends))
                  .map(([value, reason]) => ({ value, label: reason.name })),
        }))}
        searchable
      />
      <FilterSelect
        {...filter('test', 134, text.test, text.withTests)}
        data={optionsOf({ yes: text.onlyTests, no: text.noTests })}
      />
      {chips.map(
        ({ name, label }) =>
          label !== undefined && (
            <FilterChip
              key={name}
              label={label}
              clear={text.clearOne}
              onClear={() => onChange({ [name]: null })}
            />
          ),
      )}
    </FilterBar>
  )
}

/** By their names; a service of the address stays choosable before its customer is known. */
function offered(services: readonly { readonly id: number; readonly name: string }[], chosen?: number) {
  const known = services.map(({ id, name }) => ({ value: String(id), label: `${name} · ${id}` }))
  const isKnown = chosen === undefined || services.some(({ id }) => id === chosen)
  return isKnown ? known : [{ value: String(chosen), label: String(chosen) }, ...known]
}

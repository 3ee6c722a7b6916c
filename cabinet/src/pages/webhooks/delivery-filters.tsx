import { useRead } from '../../api/use-api.ts'
import { useTexts } from '../../language/language.tsx'
import { FilterBar, FilterSelect, optionsOf } from '../../parts/filter-bar.tsx'
import { webhooksTexts } from './texts.ts'

export interface ChosenDeliveries {
  readonly state: string | null
  readonly endpoint: string | null
  readonly type: string | null
}

export const deliveryStates = ['pending', 'delivered', 'failed'] as const

/** By state; where a service has webhook endpoints, by endpoint and type too. */
export function DeliveryFilters(props: {
  readonly serviceId: number | null
  readonly chosen: ChosenDeliveries
  readonly onChoose: (changes: Readonly<Record<string, string | null>>) => void
}) {
  const { serviceId, chosen, onChoose } = props
  const text = useTexts(webhooksTexts)
  const list = useRead('/endpoints', { serviceId })
  const { items: endpoints = [], types = [] } = list.data ?? {}
  const hasEvents = endpoints.length > 0 || chosen.endpoint !== null || chosen.type !== null
  const filter = (name: keyof ChosenDeliveries, width: number, label: string, any: string) => ({
    label,
    any,
    width,
    value: chosen[name],
    onChange: (value: string | null) => onChoose({ [name]: value }),
  })
  return (
    <FilterBar
      isNarrowed={Object.values(chosen).some((value) => value !== null)}
      onClear={() => onChoose({ state: null, endpoint: null, type: null })}
    >
      <FilterSelect
        {...filter('state', 170, text.state, text.anyState)}
        data={deliveryStates.map((value) => ({ value, label: text.states[value] }))}
      />
      {hasEvents && (
        <>
          <FilterSelect
            {...filter('endpoint', 320, text.endpoint, text.anyEndpoint)}
            data={endpoints.map(({ id, url }) => ({ value: String(id), label: `${id} · ${url}` }))}
          />
          <FilterSelect
            {...filter('type', 240, text.type, text.anyType)}
            data={[
              { value: 'webhook', label: text.inbound },
              ...types.map((value) => ({ value, label: value })),
              ...optionsOf({ 'endpoint.test': text.test }),
            ]}
          />
        </>
      )}
    </FilterBar>
  )
}

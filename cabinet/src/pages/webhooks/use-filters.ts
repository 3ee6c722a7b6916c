import { useRead } from '../../api/use-api.ts'
import { useTexts } from '../../language/language.tsx'
import { choicesOf, type Filter } from '../../parts/filters.tsx'
import { webhooksTexts } from './texts.ts'

const states = ['pending', 'delivered', 'failed'] as const

export function useStateFilter(): Filter {
  const text = useTexts(webhooksTexts)
  return {
    name: 'state',
    label: text.state,
    choices: states.map((value) => ({ value, label: text.states[value] })),
  }
}

/** By state; where a service has webhook endpoints, by endpoint and type too. */
export function useDeliveryFilters(serviceId: number | null): readonly Filter[] {
  const text = useTexts(webhooksTexts)
  const { items = [], types = [] } = useRead('/endpoints', { serviceId }).data ?? {}
  const hasEvents = items.length > 0
  return [
    useStateFilter(),
    {
      name: 'endpoint',
      label: text.endpoint,
      choices: items.map(({ id, url }) => ({ value: String(id), label: `${id} · ${url}` })),
    },
    {
      name: 'type',
      label: text.type,
      choices: hasEvents
        ? [
            { value: 'webhook', label: text.inbound },
            ...choicesOf(Object.fromEntries(types.map((type) => [type, type]))),
            { value: 'endpoint.test', label: text.test },
          ]
        : [],
    },
  ]
}

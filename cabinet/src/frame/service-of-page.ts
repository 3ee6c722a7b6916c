import { useEffect, useRef } from 'react'
import { useAddressQuery } from './address-query.ts'
import { useChosenService } from './chosen-service.tsx'

/** The service of a page: first from the page's address, then from the choice in the top bar. */
export function useServiceOfPage(): number | null {
  const { serviceId, choose } = useChosenService()
  const [query, change] = useAddressQuery()
  const asked = Number(query.get('service'))
  const isFresh = useRef(true)
  const current = isFresh.current && asked > 0 ? asked : serviceId
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address follows the choice, not the other way round
  useEffect(() => {
    const wasFresh = isFresh.current
    isFresh.current = false
    if (wasFresh && asked > 0) {
      if (asked !== serviceId) choose(asked)
    } else if (asked !== (serviceId ?? 0)) change({ service: serviceId })
  }, [serviceId])
  return current
}

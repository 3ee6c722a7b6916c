import { useState } from 'react'
import { useServices } from '../../api/services.ts'
import { useRead } from '../../api/use-api.ts'

/** The service whose values stand in the examples: the one that was chosen, at first the first active one. */
export function useChosenService() {
  const services = useServices()
  const active = services.data?.filter(({ status }) => status === 'active') ?? []
  const [chosen, setChosen] = useState<string | null>(null)
  const id = chosen ?? (active[0] === undefined ? null : String(active[0].id))
  const service = useRead('/services/:id', { id: id ?? '' }, { enabled: id !== null })
  return { services, active, id, service, setChosen }
}

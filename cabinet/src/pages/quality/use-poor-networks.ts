import { useRead } from '../../api/use-api.ts'

/** The networks to which flash calls are not delivered, by service. */
export function usePoorNetworks() {
  return useRead('/quality/poor-networks', {}, { refetchInterval: 60_000 })
}

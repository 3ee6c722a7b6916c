import { useRead } from '../../api/use-api.ts'

/** The networks to which flash calls are not delivered, by service. */
export function useBlockedNetworks() {
  return useRead('/quality/blocked', {}, { refetchInterval: 60_000 })
}

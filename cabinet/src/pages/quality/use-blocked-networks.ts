import { useQuery } from '@tanstack/react-query'
import { read } from '../../api/client.ts'

/** The networks to which flash calls are not delivered, by service. */
export function useBlockedNetworks() {
  return useQuery({
    queryKey: ['quality', 'blocked'],
    queryFn: () => read('/quality/blocked'),
    refetchInterval: 60_000,
  })
}

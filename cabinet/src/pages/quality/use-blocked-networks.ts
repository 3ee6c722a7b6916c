import type { BlockedNetworksView } from '@ringkey/server/cabinet-api'
import { useQuery } from '@tanstack/react-query'
import { read } from '../../api/client.ts'

/** The networks to which flash calls are not delivered, by service. */
export function useBlockedNetworks() {
  return useQuery({
    queryKey: ['quality', 'blocked'],
    queryFn: () => read<BlockedNetworksView>('/quality/blocked'),
    refetchInterval: 60_000,
  })
}

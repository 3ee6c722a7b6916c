import { useQuery } from '@tanstack/react-query'
import { read } from './client.ts'

/** All services of the current account. */
export function useServices() {
  return useQuery({ queryKey: ['services'], queryFn: () => read('/services') })
}

import { useQuery } from '@tanstack/react-query'
import { read } from './client.ts'

/** How this installation lets people in and how a link reaches them. */
export function useEntrance() {
  return useQuery({ queryKey: ['entrance'], queryFn: () => read('/entrance') })
}

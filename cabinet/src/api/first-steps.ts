import { useQuery } from '@tanstack/react-query'
import { read } from './client.ts'
import { useMay } from './me.ts'

export const firstStepsKey = ['first-steps']
/** Programs and other pages do the steps: the list looks for itself. */
const lookMs = 4_000

/** The checklist of a new account; its steps are null when it is over. */
export function useFirstSteps() {
  const mayChange = useMay('change-services')
  return useQuery({
    queryKey: firstStepsKey,
    queryFn: () => read('/first-steps'),
    enabled: mayChange,
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (data?.steps === null ? false : lookMs),
  })
}

import { useMay } from './me.ts'
import { useRead } from './use-api.ts'

/** Programs and other pages do the steps: the list looks for itself. */
const lookMs = 4_000

/** The checklist of a new account; its steps are null when it is over. */
export function useFirstSteps() {
  const mayChange = useMay('change-services')
  return useRead(
    '/first-steps',
    {},
    {
      enabled: mayChange,
      staleTime: 0,
      refetchInterval: ({ state: { data } }) => (data?.steps === null ? false : lookMs),
    },
  )
}

import { useQueryClient } from '@tanstack/react-query'
import type { WritePath } from './routes.ts'
import { useRead, useWrite } from './use-api.ts'

/** Probes and active calls are refreshed while the page is open. */
const trunksPeriodMs = 3_000
const nodesPeriodMs = 5_000
const importPeriodMs = 700

export const useTrunks = () => useRead('/operator/trunks', {}, { refetchInterval: trunksPeriodMs })
export const useNodes = () => useRead('/operator/nodes', {}, { refetchInterval: nodesPeriodMs })
export const useAlarms = () => useRead('/operator/alarms', {}, { refetchInterval: nodesPeriodMs })

export function useNumbering() {
  return useRead(
    '/operator/numbering',
    {},
    {
      refetchInterval: ({ state }) =>
        state.data?.imports.some(({ stage }) => stage === 'uploading' || stage === 'importing')
          ? importPeriodMs
          : false,
    },
  )
}

/** A change by an operator; the data of all operator pages and of the bar at the top is then read again. */
export function useOperatorChange<Path extends WritePath>(path: Path) {
  const client = useQueryClient()
  return useWrite(path, {
    refreshes: ['operator'],
    // A top-up of the account that he looks at changes the balance in the bar.
    onSuccess: () => void client.invalidateQueries({ queryKey: ['me'] }),
  })
}

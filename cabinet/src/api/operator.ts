import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { read, write } from './client.ts'
import type { Sent, WritePath } from './routes.ts'

const key = (...more: unknown[]) => ['operator', ...more]

/** Probes and active calls are refreshed while the page is open. */
const trunksPeriodMs = 3_000
const nodesPeriodMs = 5_000
const importPeriodMs = 700

/** What a page of operators shows. */
function usePage<View>(name: string, queryFn: () => Promise<View>, refetchInterval?: number) {
  return useQuery({
    queryKey: key(name),
    queryFn,
    ...(refetchInterval === undefined ? {} : { refetchInterval }),
  })
}

const readTrunks = () => read('/operator/trunks')
export const useTrunks = () => usePage('trunks', readTrunks, trunksPeriodMs)
export const usePools = () => usePage('pools', () => read('/operator/pools'))
export const useCallerHealth = () => usePage('caller-id-health', () => read('/operator/caller-id-health'))
export const useTariffs = () => usePage('tariffs', () => read('/operator/tariffs'))
export const useProtection = () => usePage('protection', () => read('/operator/protection'))
export const useNodes = () => usePage('nodes', () => read('/operator/nodes'), nodesPeriodMs)
export const useAlarms = () => usePage('alarms', () => read('/operator/alarms'), nodesPeriodMs)

export function useTrunkNames() {
  return useQuery({
    queryKey: key('trunks'),
    queryFn: readTrunks,
    select: ({ trunks }) => trunks.map(({ name }) => name),
  })
}

export function useAccounts(q: string) {
  return useQuery({
    queryKey: key('accounts', q),
    queryFn: () => read('/operator/accounts', { q }),
    placeholderData: keepPreviousData,
  })
}

export function useAccount(id: string) {
  return useQuery({
    queryKey: key('account', id),
    queryFn: () => read('/operator/accounts/:id', { id }),
  })
}

export function useNumbering() {
  return useQuery({
    queryKey: key('numbering'),
    queryFn: () => read('/operator/numbering'),
    refetchInterval: ({ state }) =>
      state.data?.imports.some(({ stage }) => stage === 'uploading' || stage === 'importing')
        ? importPeriodMs
        : false,
  })
}

/** A change by an operator; the data of all operator pages and of the bar at the top is then read again. */
export function useOperatorChange<Path extends WritePath>(path: Path) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (sent: Sent<Path>) => write(path, sent),
    onSuccess: () => {
      // A top-up of the account that he looks at changes the balance in the bar.
      void client.invalidateQueries({ queryKey: ['me'] })
      return client.invalidateQueries({ queryKey: key() })
    },
  })
}

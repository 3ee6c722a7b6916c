import type {
  AccountDetail,
  AccountsView,
  AlarmsView,
  CallerHealthView,
  NodesView,
  NumberingView,
  PoolsView,
  ProtectionView,
  TariffOfOperator,
  TrunksView,
} from '@ringkey/server/cabinet-api'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { read, write } from './client.ts'

const key = (...more: unknown[]) => ['operator', ...more]

/** Probes and active calls are refreshed while the page is open. */
const trunksPeriodMs = 3_000
const nodesPeriodMs = 5_000
const importPeriodMs = 700

/** What a page of operators shows. */
function usePage<View>(name: string, refetchInterval?: number) {
  return useQuery({
    queryKey: key(name),
    queryFn: () => read<View>(`/operator/${name}`),
    ...(refetchInterval === undefined ? {} : { refetchInterval }),
  })
}

export const useTrunks = () => usePage<TrunksView>('trunks', trunksPeriodMs)
export const usePools = () => usePage<PoolsView>('pools')
export const useCallerHealth = () => usePage<CallerHealthView>('caller-id-health')
export const useTariffs = () => usePage<TariffOfOperator[]>('tariffs')
export const useProtection = () => usePage<ProtectionView>('protection')
export const useNodes = () => usePage<NodesView>('nodes', nodesPeriodMs)
export const useAlarms = () => usePage<AlarmsView>('alarms', nodesPeriodMs)

export function useTrunkNames() {
  return useQuery({
    queryKey: key('trunks'),
    queryFn: () => read<TrunksView>('/operator/trunks'),
    select: ({ trunks }) => trunks.map(({ name }) => name),
  })
}

export function useAccounts(q: string) {
  return useQuery({
    queryKey: key('accounts', q),
    queryFn: () => read<AccountsView>('/operator/accounts', { q }),
    placeholderData: keepPreviousData,
  })
}

export function useAccount(id: string) {
  return useQuery({
    queryKey: key('account', id),
    queryFn: () => read<AccountDetail>(`/operator/accounts/${encodeURIComponent(id)}`),
  })
}

export function useNumbering() {
  return useQuery({
    queryKey: key('numbering'),
    queryFn: () => read<NumberingView>('/operator/numbering'),
    refetchInterval: ({ state }) =>
      state.data?.imports.some(({ stage }) => stage === 'uploading' || stage === 'importing')
        ? importPeriodMs
        : false,
  })
}

/** A change by an operator; the data of all operator pages and of the bar at the top is then read again. */
export function useOperatorChange<Body, Answer = unknown>(path: string | ((body: Body) => string)) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: Body) => write<Answer>(typeof path === 'string' ? path : path(body), body),
    onSuccess: () => {
      // A top-up of the account that he looks at changes the balance in the bar.
      void client.invalidateQueries({ queryKey: ['me'] })
      return client.invalidateQueries({ queryKey: key() })
    },
  })
}

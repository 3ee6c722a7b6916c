import type {
  AccountDetail,
  AccountsView,
  AlarmsView,
  NodesView,
  NumberHealthView,
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

export function useTrunks() {
  return useQuery({
    queryKey: key('trunks'),
    queryFn: () => read<TrunksView>('/operator/trunks'),
    refetchInterval: trunksPeriodMs,
  })
}

export function useTrunkNames() {
  return useQuery({
    queryKey: key('trunks'),
    queryFn: () => read<TrunksView>('/operator/trunks'),
    select: ({ trunks }) => trunks.map(({ name }) => name),
  })
}

export function usePools() {
  return useQuery({ queryKey: key('pools'), queryFn: () => read<PoolsView>('/operator/pools') })
}

export function useNumberHealth() {
  return useQuery({
    queryKey: key('number-health'),
    queryFn: () => read<NumberHealthView>('/operator/number-health'),
  })
}

export function useTariffs() {
  return useQuery({ queryKey: key('tariffs'), queryFn: () => read<TariffOfOperator[]>('/operator/tariffs') })
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

export function useProtection() {
  return useQuery({
    queryKey: key('protection'),
    queryFn: () => read<ProtectionView>('/operator/protection'),
  })
}

export function useNodes() {
  return useQuery({
    queryKey: key('nodes'),
    queryFn: () => read<NodesView>('/operator/nodes'),
    refetchInterval: nodesPeriodMs,
  })
}

export function useAlarms() {
  return useQuery({
    queryKey: key('alarms'),
    queryFn: () => read<AlarmsView>('/operator/alarms'),
    refetchInterval: nodesPeriodMs,
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

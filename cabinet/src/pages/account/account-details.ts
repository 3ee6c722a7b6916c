import { useQuery, useQueryClient } from '@tanstack/react-query'
import { read } from '../../api/client.ts'
import { useMe } from '../../api/me.ts'

const key = ['account']

export function useAccountDetails() {
  const { account } = useMe()
  return useQuery({
    queryKey: key,
    queryFn: () => read('/account'),
    enabled: account !== null,
  })
}

/** After a change, the account and its history are read again. */
export function useAccountChanged() {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: key })
}

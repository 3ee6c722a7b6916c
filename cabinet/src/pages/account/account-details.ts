import { useMe } from '../../api/me.ts'
import { useRead } from '../../api/use-api.ts'

export function useAccountDetails() {
  const { account } = useMe()
  return useRead('/account', {}, { enabled: account !== null })
}

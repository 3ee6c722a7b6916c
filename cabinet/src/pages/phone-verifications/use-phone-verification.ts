import type { PhoneVerificationDetail } from '@ringkey/server/cabinet-api'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { read } from '../../api/client.ts'
import { useLiveEvents } from '../../api/live.ts'

/** While it is pending; live events come earlier where there is a stream. */
const pollMs = 5_000

export const phoneVerificationKey = (id: string) => ['phone-verification', id]

/** One verification, live while something can still change. */
export function usePhoneVerification(id: string | undefined, source = '/phone-verifications') {
  const client = useQueryClient()
  const key = phoneVerificationKey(id ?? '')
  useLiveEvents((event) => {
    const isAbout = event.kind === 'changed' && event.phoneVerifications.some((line) => line.id === id)
    if (isAbout) void client.invalidateQueries({ queryKey: key })
  })
  return useQuery({
    queryKey: key,
    queryFn: () => read<PhoneVerificationDetail>(`${source}/${encodeURIComponent(id ?? '')}`),
    enabled: id !== undefined,
    refetchInterval: ({ state: { data } }) => (data !== undefined && isOpen(data) ? pollMs : false),
  })
}

/** A call that is under way at the end still gets its outcome and its price. */
function isOpen({ status, steps }: PhoneVerificationDetail): boolean {
  return status === 'pending' || steps.some(({ isHeld }) => isHeld)
}

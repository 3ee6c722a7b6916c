import type { VerificationDetail } from '@ringkey/server/cabinet-api'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { read } from '../../api/client.ts'
import { useLiveEvents } from '../../api/live.ts'

/** While it is pending; live events come earlier where there is a stream. */
const pollMs = 5_000

export const verificationKey = (id: string) => ['verification', id]

/** One verification, live while something can still change. */
export function useVerification(id: string | undefined, source = '/verifications') {
  const client = useQueryClient()
  const key = verificationKey(id ?? '')
  useLiveEvents((event) => {
    const isAbout = event.kind === 'changed' && event.verifications.some((line) => line.id === id)
    if (isAbout) void client.invalidateQueries({ queryKey: key })
  })
  return useQuery({
    queryKey: key,
    queryFn: () => read<VerificationDetail>(`${source}/${encodeURIComponent(id ?? '')}`),
    enabled: id !== undefined,
    refetchInterval: ({ state: { data } }) => (data !== undefined && isOpen(data) ? pollMs : false),
  })
}

/** A call that is under way at the end still gets its outcome and its price. */
function isOpen({ status, steps }: VerificationDetail): boolean {
  return status === 'pending' || steps.some(({ isHeld }) => isHeld)
}

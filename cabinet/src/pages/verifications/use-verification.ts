import type { CallDetail, VerificationDetail } from '@ringkey/server/cabinet-api'
import { useQueryClient } from '@tanstack/react-query'
import { answerKey } from '../../api/answer-key.ts'
import { useLiveEvents } from '../../api/live.ts'
import { useRead } from '../../api/use-api.ts'
import { ownSource, type Source } from './list/use-list.ts'

/** While it is pending; live events come earlier where there is a stream. */
const pollMs = 5_000

export const verificationKey = (id: string, source: Source = ownSource) => answerKey(`${source}/:id`, { id })

/** A verification, or a call of `/v1.0`, live while something can still change. */
export function useDetail(id: string | undefined, source: Source) {
  const client = useQueryClient()
  const key = verificationKey(id ?? '', source)
  useLiveEvents((event) => {
    const isAbout = event.kind === 'changed' && event.items.some((line) => line.id === id)
    if (isAbout) void client.invalidateQueries({ queryKey: key })
  }, source === ownSource)
  return useRead(
    `${source}/:id`,
    { id: id ?? '' },
    {
      enabled: id !== undefined,
      refetchInterval: ({ state: { data } }) => (data !== undefined && isOpen(data) ? pollMs : false),
    },
  )
}

/** A verification of one's own. */
export function useVerification(id: string | undefined) {
  const { data, error } = useDetail(id, ownSource)
  return { detail: data === undefined || isCall(data) ? undefined : data, error }
}

export const isCall = (detail: CallDetail | VerificationDetail): detail is CallDetail => 'vendorId' in detail

/** A call that is under way at the end of its verification still gets its outcome and its price. */
function isOpen(detail: CallDetail | VerificationDetail): boolean {
  if (isCall(detail)) return detail.status === 'checking'
  return detail.status === 'pending' || detail.steps.some(({ isHeld }) => isHeld)
}

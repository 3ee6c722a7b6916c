import { type Checker, groupedBy, isCreated, type Request, type Violation } from './history.ts'

/**
 * `on_pending: return`: whoever asks for a phone with the same words while one is pending gets that one, and nobody else's. Two
 * that were pending at once were not both made so, and nobody is refused meanwhile.
 */
export const pendingIsReturned: Checker = ({ requests }) => {
  // A key that is asked again after the run has its first answer, and makes nothing.
  const asking = requests.filter(
    ({ creation, purpose }) => creation?.on_pending === 'return' && purpose !== 'phones-again',
  )
  const seen = groupedBy(requests, ({ verificationId, answer }) => verificationId ?? answer?.phone?.id)
  const sameAs = ({ accountId, creation }: Request) => `${accountId} ${creation!.phone} ${creation!.client}`
  return [...groupedBy(asking, sameAs)].flatMap(([, group]): Violation[] => {
    const made = new Map(group.filter(isCreated).map((request) => [request.answer!.phone!.id!, request]))
    const wasPendingAt = (id: string, atMs: number) =>
      seen
        .get(id)!
        .some(
          ({ method, answer, startMs }) =>
            method === 'readVerification' && startMs >= atMs && answer?.phone?.status === 'pending',
        )
    const hadEndedBefore = (id: string, atMs: number) =>
      seen.get(id)!.some(({ answer, endMs }) => endMs < atMs && isEnd(answer?.phone?.status))
    const returned = group.filter(({ answer }) => answer?.status === 200)
    const both = [...made].flatMap(([id, one]) =>
      [...made].flatMap(([other, two]): Request[][] => {
        if (other === id || one.startMs > two.startMs || !wasPendingAt(id, two.endMs)) return []
        return one.endMs < two.startMs || wasPendingAt(other, one.endMs) ? [[one, two]] : []
      }),
    )
    const find = (text: string, proof: readonly Request[]) => ({
      checker: 'pending-is-returned',
      text,
      requests: proof,
    })
    const refused = group.filter(
      ({ answer, startMs, endMs }) =>
        answer?.status === 429 &&
        [...made].some(([id, first]) => first.endMs < startMs && wasPendingAt(id, endMs)),
    )
    return [
      ...refused.map((request) => find(`${request.id} was refused while one was pending`, [request])),
      ...returned.flatMap((request) => {
        const id = request.answer!.phone!.id!
        const ofOthers = asking.some(
          (each) => isCreated(each) && each.answer!.phone!.id === id && sameAs(each) !== sameAs(request),
        )
        return [
          ...(ofOthers ? [find(`${request.id} was given ${id}, which is somebody else's`, [request])] : []),
          ...(hadEndedBefore(id, request.startMs)
            ? [find(`${request.id} was given ${id}, which had ended`, [request])]
            : []),
        ]
      }),
      ...both.map((pair) => find(`${pair.map(({ id }) => id).join(' and ')} made one each`, pair)),
    ]
  })
}

const isEnd = (status: string | undefined) => status !== undefined && status !== 'pending'

import type { Checker } from './history.ts'

/** What a call that completed says when it says that a phone rang. A code that was typed shows that in its own way. */
const ringing: ReadonlySet<string | null> = new Set([
  'rang',
  'declined',
  'answered',
  'answered without ringing',
  'spoken',
])

/** Nobody pays for a ring that was none: of the calls of a phone no more completed by ringing than have rung. */
export const completedCallsRang: Checker = ({ calls, requests, phones, rung }) => {
  if (rung === undefined) return []
  const phoneOfRequest = new Map(requests.map(({ id, phone }) => [id, phone]))
  const phoneOfKey = new Map(requests.map(({ key, phone, creation }) => [key, creation?.phone ?? phone]))
  const phoneOfVerification = new Map(phones.map(({ id, key }) => [id, phoneOfKey.get(key)]))
  const completed = Map.groupBy(
    calls.filter(({ state, reason }) => state === 'completed' && ringing.has(reason)),
    ({ client, verificationId }) =>
      verificationId === null
        ? (phoneOfRequest.get(client) ?? phoneOfKey.get(client))
        : phoneOfVerification.get(verificationId),
  )
  return [...completed].flatMap(([phone, its]) => {
    const rang = rung.get(phone!) ?? 0
    if (phone === undefined || its.length <= rang) return []
    const text = `${its.length} calls of ${phone} completed (${its.map(({ reason }) => reason)}), and ${rang} rang`
    return [{ checker: 'completed-calls-rang', text, requests: [] }]
  })
}

import { editDistance } from '../platform/edit-distance.ts'

/** The known name that was probably meant; undefined when none is similar. */
export function nearestName(written: string, known: readonly string[]): string | undefined {
  const bare = bareOf(written)
  const same = known.find((name) => bareOf(name) === bare)
  if (same !== undefined) return same
  // `phone_number` and `user_phone` mean `phone`; a short name is part of too many words.
  const inside = known.find((name) => name.length >= minInside && bare.includes(bareOf(name)))
  if (inside !== undefined) return inside
  const near = known
    .map((name) => ({ name, distance: editDistance(bare, bareOf(name)) }))
    .filter(({ name, distance }) => distance <= Math.max(1, Math.floor(name.length / 3)))
    .toSorted((one, other) => one.distance - other.distance)
  return near[0]?.name
}

const minInside = 4
/** Longer words are not typing mistakes, and comparing them would cost time. */
const maxLength = 40

const bareOf = (name: string) =>
  name
    .slice(0, maxLength)
    .replace(/[^a-z0-9]/gi, '')
    .toLowerCase()

/** Names that other services and their clients use for a parameter, without signs and case. */
const otherNames: Readonly<Record<string, readonly string[]>> = {
  uid: ['id', 'callid', 'ucallerid', 'vendorid', 'verificationid'],
  phone: ['msisdn', 'number', 'tel', 'mobile', 'to'],
  callback_url: ['callback', 'webhook', 'webhookurl', 'hook', 'url'],
  unique: ['idempotencykey', 'requestid'],
}

/** The parameter that was probably meant by another name; undefined when none is similar. */
export function meantParameter(written: string, parameters: readonly string[]): string | undefined {
  const bare = written.replace(/[^a-z0-9]/gi, '').toLowerCase()
  return (
    parameters.find((name) => otherNames[name]?.includes(bare) === true) ?? nearestName(written, parameters)
  )
}

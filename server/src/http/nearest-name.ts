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

/** Levenshtein distance, with two swapped neighbours as one edit. */
function editDistance(one: string, other: string): number {
  let before: number[] = []
  let last = Array.from({ length: other.length + 1 }, (_, column) => column)
  for (let row = 1; row <= one.length; row++) {
    const next = [row]
    for (let column = 1; column <= other.length; column++) {
      const isSame = one[row - 1] === other[column - 1]
      let cost = Math.min(next[column - 1]! + 1, last[column]! + 1, last[column - 1]! + (isSame ? 0 : 1))
      if (row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1])
        cost = Math.min(cost, before[column - 2]! + 1)
      next.push(cost)
    }
    before = last
    last = next
  }
  return last[other.length]!
}

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

/** The path of a request target: repeated slashes are collapsed and a trailing slash is ignored (D1-1). */
export function pathOf(target: string): string {
  const query = target.indexOf('?')
  const path = query === -1 ? target : target.slice(0, query)
  if (plainPath.test(path)) return path
  return decoded(path.replace(absoluteForm, '/'))
    .replace(/\/{2,}/g, '/')
    .replace(/(?<=.)\/$/, '')
}

export function queryOf(target: string): string {
  const query = target.indexOf('?')
  return query === -1 ? '' : target.slice(query + 1)
}

/** Nearly every path: nothing to decode, collapse or cut off. */
const plainPath = /^(?:\/[\w.-]+)+$/

/** RFC 9112 3.2.2: a server accepts `GET http://host/path` too. */
const absoluteForm = /^https?:\/\/[^/]*\/?/i

/** A path that cannot be decoded is unknown. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

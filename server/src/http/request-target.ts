/** The path of a request target: slashes are collapsed and one at the end means nothing (decisions 1). */
export function pathOf(target: string): string {
  const query = target.indexOf('?')
  const path = query === -1 ? target : target.slice(0, query)
  return decoded(path.replace(absoluteForm, '/'))
    .replace(/\/{2,}/g, '/')
    .replace(/(?<=.)\/$/, '')
}

export function queryOf(target: string): string {
  const query = target.indexOf('?')
  return query === -1 ? '' : target.slice(query + 1)
}

/** RFC 9112 3.2.2: a server accepts `GET http://host/path` too. */
const absoluteForm = /^https?:\/\/[^/]*\/?/i

/** What cannot be decoded is no path of ours. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

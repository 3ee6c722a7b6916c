import type { Item } from '@ringkey/server/cabinet-api'

/** Quoted for a shell, because values from clients may contain any character. */
const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`

/** The request as a command. KEY stands for the key, which is not stored, and masked values have to be filled in. */
export function requestCurl(
  request: Pick<Item<'/requests'>, 'verb' | 'path' | 'serviceId' | 'parameters'>,
  baseUrl: string,
): string {
  const { verb, path, serviceId, parameters } = request
  const given = Object.entries(parameters)
  const isPost = verb === 'POST'
  const options = [
    `-H 'Authorization: Bearer KEY.${serviceId}'`,
    ...(isPost && given.length > 0
      ? [`-H 'Content-Type: application/json'`, `-d ${quoted(JSON.stringify(parameters))}`]
      : []),
    ...(isPost ? [] : given.map(([name, value]) => `--data-urlencode ${quoted(`${name}=${textOf(value)}`)}`)),
  ]
  const flags = [
    ...(isPost && given.length > 0 ? [] : verbOption(verb)),
    ...(isPost || given.length === 0 ? [] : ['-G']),
  ]
  return [['curl', ...flags, quoted(baseUrl + path)].join(' '), ...options].join(' \\\n  ')
}

/** GET is what curl sends by itself. */
const verbOption = (verb: string) => (verb === 'GET' ? [] : ['-X', verb])

const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

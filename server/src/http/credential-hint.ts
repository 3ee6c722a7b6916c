import type { IncomingMessage } from 'node:http'
import type { Presented } from './credentials.ts'
import { Failure, type Language } from './errors.ts'
import type { Bag } from './parameters.ts'
import { hasBody } from './request-body.ts'
import { queryOf } from './request-target.ts'

/** The hint for malformed credentials. It never reveals whether a key or an id is right. */

type Hint = Readonly<Record<Language, string>>

const rightHeader = '`Authorization: Bearer SECRET_KEY.SERVICE_ID`'
const withoutId: Hint = {
  en: `The id of the service is missing after the key: expected ${rightHeader}.`,
  ru: `После ключа нет id сервиса: ожидается ${rightHeader}.`,
}
const wrongHeader: Hint = {
  en: `The header cannot be read: expected ${rightHeader}, a key of 32 letters and digits and the number of the service.`,
  ru: `Заголовок не удалось прочитать: ожидается ${rightHeader} — ключ из 32 букв и цифр и номер сервиса.`,
}
const keyInQueryOfPost: Hint = {
  en: `The key of a POST does not go in its query: send ${rightHeader}, or \`key\` and \`service_id\` in the JSON body.`,
  ru: `Ключ запроса POST не передаётся в строке запроса: отправьте ${rightHeader} или \`key\` и \`service_id\` в теле JSON.`,
}
const keyInBodyOfGet: Hint = {
  en: `The body of a GET is not read: send ${rightHeader}, or use POST.`,
  ru: `Тело запроса GET не читается: отправьте ${rightHeader} или используйте POST.`,
}

export function withCredentialHint(
  failure: Failure,
  request: IncomingMessage,
  presented: Presented,
  bag: Bag | Failure,
): Failure {
  const hint = hintFor(request, presented, bag)
  return hint === undefined ? failure : failure.withHint(hint)
}

function hintFor(request: IncomingMessage, presented: Presented, bag: Bag | Failure): Hint | undefined {
  const { authorization } = request.headers
  if (authorization !== undefined) {
    if (presented !== 'malformed') return undefined
    return /^Bearer +[A-Za-z0-9]{32}\.?$/i.test(authorization) ? withoutId : wrongHeader
  }
  if (bag instanceof Failure) return bag.words.hint
  if (presented !== undefined) return undefined
  if (request.method === 'POST')
    return /(?:^|&)key=/.test(queryOf(request.url!)) ? keyInQueryOfPost : undefined
  return hasBody(request) ? keyInBodyOfGet : undefined
}

import type { IncomingMessage } from 'node:http'
import type { Presented } from './credentials.ts'
import { Failure, type Hint } from './errors.ts'
import type { RawParams } from './parameters.ts'
import { hasBody } from './request-body.ts'
import { queryOf } from './request-target.ts'

/** The hint for malformed credentials. It never reveals whether a key or an id is right. */

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
/** The same for every verb: the example of code 401 in the documents. */
export const noCredentials: Hint = {
  en: `No credentials were found: send ${rightHeader}.`,
  ru: `Ключа и id сервиса в запросе нет: отправьте ${rightHeader}.`,
}
const unreadableBody: Hint = {
  en: `The body is not a JSON object, so a key in it is not read: send valid JSON, or ${rightHeader}.`,
  ru: `Тело — не объект JSON, поэтому ключ в нём не читается: отправьте верный JSON или ${rightHeader}.`,
}

export function withCredentialHint(
  failure: Failure,
  request: IncomingMessage,
  presented: Presented,
  params: RawParams | Failure,
): Failure {
  const hint = hintFor(request, presented, params)
  return hint === undefined ? failure : failure.withHint(hint)
}

function hintFor(
  request: IncomingMessage,
  presented: Presented,
  params: RawParams | Failure,
): Hint | undefined {
  const { authorization } = request.headers
  if (authorization !== undefined) {
    if (presented !== 'malformed') return undefined
    return /^Bearer +[A-Za-z0-9]{32}\.?$/i.test(authorization) ? withoutId : wrongHeader
  }
  if (params instanceof Failure) return params.words.hint ?? unreadableBody
  // The form is right: a hint would say which part is wrong.
  if (typeof presented === 'object') return undefined
  const isPost = request.method === 'POST'
  if (presented === undefined) {
    if (isPost && /(?:^|&)key=/.test(queryOf(request.url!))) return keyInQueryOfPost
    if (!isPost && hasBody(request)) return keyInBodyOfGet
  }
  const mistake = mistakeIn(params)
  if (mistake === undefined) return noCredentials
  const { en, ru } = mistake
  const right = rightForms[isPost ? 'body' : 'query']
  return { en: `${en}: ${right.en}`, ru: `${ru}: ${right.ru}` }
}

const rightForms: Readonly<Record<'query' | 'body', Hint>> = {
  query: {
    en: `send ${rightHeader}, or \`?key=SECRET_KEY&service_id=SERVICE_ID\`.`,
    ru: `отправьте ${rightHeader} или \`?key=SECRET_KEY&service_id=SERVICE_ID\`.`,
  },
  body: {
    en: `send ${rightHeader}, or \`key\` and \`service_id\` in the body.`,
    ru: `отправьте ${rightHeader} или \`key\` и \`service_id\` в теле.`,
  },
}

/** Names that other services use for these two parameters, and their spellings, without signs and case. */
const otherNames: ReadonlySet<string> = new Set([
  ...['key', 'apikey', 'secretkey', 'servicekey', 'accesskey', 'authkey', 'secret', 'password'],
  ...['token', 'apitoken', 'accesstoken', 'authtoken'],
  ...['serviceid', 'service', 'serviceno', 'sid', 'appid', 'projectid'],
])
const maxNameLength = 20

/** Undefined when nothing in the request looks like credentials. */
function mistakeIn(params: RawParams): Hint | undefined {
  const { key, service_id: serviceId } = params
  const misnamed = Object.keys(params)
    .filter((name) => name !== 'key' && name !== 'service_id' && name.length <= maxNameLength)
    .filter((name) => otherNames.has(name.replace(/[^a-z0-9]/gi, '').toLowerCase()))
    .map((name) => `"${name}"`)
  if (misnamed.length > 0)
    return {
      en: `${misnamed.join(' and ')} ${misnamed.length === 1 ? 'is' : 'are'} not read`,
      ru: `${misnamed.join(' и ')} не ${misnamed.length === 1 ? 'читается' : 'читаются'}`,
    }
  if (key === undefined && serviceId === undefined) return undefined
  const missing = key === undefined ? '"key"' : serviceId === undefined ? '"service_id"' : undefined
  if (missing !== undefined) return { en: `${missing} is missing`, ru: `Не передан ${missing}` }
  return {
    en: 'A key is 32 letters and digits, and a service id is a whole number',
    ru: 'Ключ — это 32 буквы и цифры, а id сервиса — целое число',
  }
}

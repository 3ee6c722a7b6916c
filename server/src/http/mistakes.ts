import type { IncomingMessage } from 'node:http'
import { parse as parseQuery } from 'node:querystring'
import type { Method } from './context.ts'
import type { Failure, Hint } from './errors.ts'
import { methods } from './methods/index.ts'
import { meantParameter, nearestName } from './nearest-name.ts'
import type { RawParams } from './parameters.ts'
import { hasBody } from './request-body.ts'
import { queryOf } from './request-target.ts'

/** Common mistakes of integrators, each answered with the right form. */

const methodNames = methods.map(({ name }) => name)

/** The path of the method that was probably meant: another version, another case, a typing mistake. */
export function meantPath(path: string): string | undefined {
  const name = nearestName(path.split('/').at(-1)!, methodNames)
  return name === undefined ? undefined : `/v1.0/${name}`
}

export function didYouMean(path: string): Hint {
  return { en: `Did you mean ${path}?`, ru: `Возможно, имелся в виду ${path}?` }
}

/** A parameter that is missing, but present under another name, or in a place where it is not read. */
export function withParameterHint(
  failure: Failure,
  method: Method,
  request: IncomingMessage,
  params: RawParams,
): Failure {
  const { parameter } = failure.words
  if (failure.code !== 2 || parameter === undefined || Object.hasOwn(params, parameter)) return failure
  const names = Object.values(method.parameters).map(({ name }) => name)
  const sent = Object.keys(params).find(
    (name) => !names.includes(name) && meantParameter(name, names) === parameter,
  )
  if (sent !== undefined) return failure.withHint(anotherName(sent, parameter))
  if (request.method === 'POST') {
    const isInQuery = Object.hasOwn({ ...parseQuery(queryOf(request.url!)) }, parameter)
    return isInQuery ? failure.withHint(intoBody) : failure
  }
  return hasBody(request) ? failure.withHint(intoQuery(method.name, parameter)) : failure
}

const anotherName = (sent: string, parameter: string): Hint => ({
  en: `You sent "${sent}": the name of this parameter is "${parameter}".`,
  ru: `Передан «${sent}»: этот параметр называется «${parameter}».`,
})

const intoBody: Hint = {
  en: 'The query of a POST is not read: send its parameters as a JSON body with `Content-Type: application/json`.',
  ru: 'Строка запроса у POST не читается: отправьте параметры в теле JSON с `Content-Type: application/json`.',
}

const intoQuery = (method: string, parameter: string): Hint => ({
  en: `The body of a GET is not read: use POST, or \`GET /v1.0/${method}?${parameter}=…\`.`,
  ru: `Тело запроса GET не читается: используйте POST или \`GET /v1.0/${method}?${parameter}=…\`.`,
})

import type { FastifyInstance } from 'fastify'
import { isDeep } from '../platform/parse-json.ts'

/** Fastify reads JSON of any depth, and checks of the value would fill the stack. */
export function readJsonOf(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) =>
    parse(request, body as string, (error, value) => {
      if (error === null && isDeep(value)) done(tooDeep)
      else done(error, value)
    }),
  )
}

const tooDeep = Object.assign(new Error('the body has too many levels'), { statusCode: 400 })

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'

const notBuilt = `<!doctype html><meta charset="utf-8"><title>Ringkey</title>
<p>The cabinet has not been built yet: run <code>npm ci &amp;&amp; npm run build</code> as the owner of the code.</p>`

export const filesPrefix = '/cabinet/assets/'

/** In index.html, where the page's nonce belongs. */
const noncePlace = '__CSP_NONCE__'

/** The built web app: files named after their content never change, the page itself is asked for every time. */
export async function serveWebApp(
  app: FastifyInstance,
  folder: string,
  nonceOf: (reply: FastifyReply) => string,
): Promise<void> {
  const assets = join(folder, 'assets')
  if (existsSync(assets)) {
    await app.register(fastifyStatic, {
      root: assets,
      prefix: filesPrefix,
      preCompressed: true,
      immutable: true,
      maxAge: '365d',
      index: false,
      decorateReply: false,
    })
  }
  const page = join(folder, 'index.html')
  const showPage = async (_request: unknown, reply: FastifyReply) => {
    const isBuilt = existsSync(page)
    const html = isBuilt ? readFileSync(page, 'utf8') : notBuilt
    return reply
      .code(isBuilt ? 200 : 503)
      .header('Content-Type', 'text/html; charset=utf-8')
      .header('Cache-Control', 'no-cache')
      .send(html.replaceAll(noncePlace, nonceOf(reply)))
  }
  app.get('/cabinet', (_request, reply) => reply.redirect('/cabinet/', 308))
  app.get('/cabinet/*', showPage)
}

import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'

export interface RelyingParty {
  readonly url: string
  readonly redirect: string
  /** Signs in as this client; before that the page says that it is not ready. */
  use(client: { readonly issuer: string; readonly id: string }): void
  /** The number of whoever signs in first. */
  readonly signedIn: Promise<string>
  close(): void
}

/** A program that people sign in to by OpenID Connect, in plain requests: what any library does for an integrator. */
export async function startRelyingParty(port: number): Promise<RelyingParty> {
  const signedIn = Promise.withResolvers<string>()
  /** The verifier of each sign-in that has begun, by its state. */
  const begun = new Map<string, string>()
  let client: { readonly issuer: string; readonly id: string } | undefined
  let redirect = ''

  const serve = async (target: URL, response: ServerResponse): Promise<void> => {
    if (client === undefined) return void response.writeHead(503).end('not ready')
    if (target.pathname === '/')
      return send(response, '<p><a href="/sign-in">Sign in with your phone</a></p>')
    const discovered = await json(`${client.issuer}/.well-known/openid-configuration`)
    if (target.pathname === '/sign-in') {
      const [state, verifier] = [randomBytes(16).toString('hex'), randomBytes(32).toString('hex')]
      begun.set(state, verifier)
      const asked = new URLSearchParams({
        client_id: client.id,
        response_type: 'code',
        scope: 'openid phone',
        redirect_uri: redirect,
        state,
        code_challenge: createHash('sha256').update(verifier).digest('base64url'),
        code_challenge_method: 'S256',
      })
      return void response.writeHead(303, { Location: `${discovered.authorization_endpoint}?${asked}` }).end()
    }
    const verifier = begun.get(target.searchParams.get('state') ?? '')
    const code = target.searchParams.get('code')
    if (target.pathname !== '/callback' || verifier === undefined || code === null)
      return send(response, '<p>Nobody signed in. <a href="/">Again</a></p>')
    const tokens = await json(discovered.token_endpoint!, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        client_id: client.id,
        redirect_uri: redirect,
        code,
        code_verifier: verifier,
      }),
    })
    const person = await json(discovered.userinfo_endpoint!, {
      headers: { Authorization: `Bearer ${tokens.access_token}` },
    })
    send(response, `<p>Signed in as ${person.phone_number}</p>`)
    signedIn.resolve(person.phone_number!)
  }

  const server = createServer((request, response) => {
    serve(new URL(request.url!, redirect), response).catch((error: Error) =>
      response.writeHead(500).end(error.message),
    )
  }).listen(port, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as { port: number }).port}`
  redirect = `${url}/callback`
  return {
    url,
    redirect,
    use: (its) => {
      client = its
    },
    signedIn: signedIn.promise,
    close: () => {
      server.close()
      server.closeIdleConnections()
    },
  }
}

async function json(url: string, init?: RequestInit): Promise<Record<string, string>> {
  const response = await fetch(url, init)
  const body = (await response.json()) as Record<string, string>
  if (!response.ok) throw new Error(`${url}: ${body.error} ${body.error_description ?? ''}`)
  return body
}

function send(response: ServerResponse, body: string): void {
  response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8', Connection: 'close' })
  response.end(`<!doctype html><title>Demo shop</title><h1>Demo shop</h1>${body}`)
}

// No route shows or changes data of another account: every kind of visitor calls each route with ids of the first account.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Asked } from '../../test/cabinet-ask.ts'
import { plantedCode } from '../../test/isolation/plant.ts'
import { type RequestFixture, requestFixtures } from '../../test/isolation/request-fixtures.ts'
import { openScene, ownHeader, type Scene, type VisitorName, visitors } from '../../test/isolation/scene.ts'
import type { Role } from '../storage/queries/people.ts'
import { permissionsOf } from './permissions.ts'
import { routes } from './routes/index.ts'
import type { Access, Route } from './typed-route.ts'

const nameOf = ({ method, path }: Route) => `${method} ${path}`

let scene: Scene
beforeAll(async () => {
  scene = await openScene()
})
afterAll(() => scene?.stop())

describe('request examples of the isolation test', () => {
  it('has a line for every route, and none for a route that is gone', () => {
    const known = Object.keys(requestFixtures)
    const names = routes.map(nameOf)
    const unfilled = names.filter((name) => !known.includes(name))
    expect(unfilled, 'give each of these a line in server/test/isolation/request-fixtures.ts').toEqual([])
    expect(
      known.filter((name) => !names.includes(name)),
      'these routes are gone: take their lines out of server/test/isolation/request-fixtures.ts',
    ).toEqual([])
  })

  it('fills every name in a path', () => {
    const unfilled = filled.filter(({ route, fixture }) => pathOf(route, fixture).includes('/:'))
    expect(unfilled.map(({ route }) => nameOf(route))).toEqual([])
  })
})

describe('access to routes', () => {
  const servedTo = (...accesses: readonly Access[]) =>
    routes.filter(({ access }) => accesses.includes(access))

  it('are `anyone` only for routes of sign-in and sign-up', () => {
    expect(servedTo('anyone').map(nameOf)).toEqual([
      'POST /link',
      'POST /password/forgotten',
      'POST /password/new',
      'POST /join',
      'GET /entrance',
      'POST /session',
      'POST /session/demo-link',
      'POST /sign-up',
      'POST /sign-up/finish',
    ])
  })

  it('let read-only members change nothing, except leaving the team', () => {
    const sent = servedTo('read', 'read-money').filter(({ method }) => method === 'POST')
    expect(sent.map(nameOf)).toEqual([
      'POST /verifications/search',
      'POST /verifications/export',
      'POST /services/:id/workflow/preview',
      'POST /account/leave',
      'POST /webhooks/check',
    ])
  })
})

// Refused visitors come first, because the allowed ones may change the data.
// The endpoint that other routes ask for is removed after them.
const isEarlier = ({ path }: (typeof routes)[number]) => path !== '/endpoints/:endpoint/remove'
const inOrder = [...routes.filter(isEarlier), ...routes.filter((route) => !isEarlier(route))]
const filled = inOrder.flatMap((route) =>
  [requestFixtures[nameOf(route)] ?? []].flat().map((fixture, index) => ({
    name: index === 0 ? nameOf(route) : `${nameOf(route)}, fixture ${index + 1}`,
    route,
    fixture,
  })),
)

describe.each(filled)('$name', ({ route, fixture }) => {
  const isForAnyone = route.access === 'anyone'
  const ask = (visitor: VisitorName, headers: Readonly<Record<string, string>> = ownHeader) =>
    scene.ask(visitor, {
      method: route.method,
      path: pathOf(route, fixture),
      headers,
      ...(route.method === 'POST' ? { body: fixture.body?.(scene.ids) ?? {} } : {}),
    })
  const answers = [200, ...(fixture.alsoAnswers ?? [])]

  if (route.method === 'POST') {
    it('refuses a request from a page of another site', async () => {
      const foreign = [
        {},
        { ...ownHeader, Origin: 'https://evil.example' },
        { ...ownHeader, Origin: 'null' },
        { ...ownHeader, 'Sec-Fetch-Site': 'cross-site' },
        { ...ownHeader, 'Sec-Fetch-Site': 'same-site' },
      ]
      for (const headers of foreign) {
        expect(answerOf(await ask('owner', headers))).toEqual([403, 'foreign-origin'])
      }
    })
  }

  if (!isForAnyone) {
    it('refuses visitors without access', async () => {
      const before = await scene.belongings()
      for (const visitor of visitors) {
        const refusal = refusalOf(route, visitor)
        if (refusal === undefined) continue
        const answer = await ask(visitor)
        expect([visitor, ...answerOf(answer)]).toEqual([visitor, ...refusal])
        expect(leaksIn(answer)).toEqual([])
      }
      expect(await scene.belongings()).toBe(before)
    })
  }

  if (refusalOf(route, 'stranger') === undefined && fixture.letsIn === undefined) {
    it('shows and changes nothing of the first account for the owner of the second or without a session', async () => {
      const before = await scene.belongings()
      const expected = fixture.strangerGets ?? (fixture.params !== undefined ? [404] : answers)
      for (const visitor of isForAnyone ? (['stranger', 'nobody'] as const) : (['stranger'] as const)) {
        const answer = await ask(visitor)
        expect(leaksIn(answer)).toEqual([])
        expect(expected, `${visitor} got ${answer.status}: ${answer.body}`).toContain(answer.status)
      }
      expect(await scene.belongings()).toBe(before)
    })
  }

  if (!isForAnyone || fixture.letsIn) {
    it('serves visitors with access', async () => {
      for (const visitor of fixture.isSlow ? (['owner'] as const) : visitors) {
        if (visitor === 'stranger' || refusalOf(route, visitor) !== undefined) continue
        const { status, body } = await ask(visitor)
        expect(answers, `${visitor} got ${status}: ${body.slice(0, 300)}`).toContain(status)
        if (mayHoldNoCode(route, visitor)) expect(body).not.toMatch(`${plantedCode}"`)
        if (visitor === 'read-only') {
          expect(scene.plantedMoney.filter((text) => body.includes(text))).toEqual([])
        }
      }
    })
  }
})

/** Nothing that is only read shows a code, bare or as the end of a calling number; the demo phone is the called person's. */
function mayHoldNoCode({ method, path }: Route, visitor: VisitorName): boolean {
  const isReader = visitor === 'read-only' || visitor === 'accountant'
  return isReader || (method === 'GET' && !path.startsWith('/phone/'))
}

/** What the access of a route means for a visitor: undefined is served, otherwise status and code. */
function refusalOf({ access }: Route, visitor: VisitorName): [number, string] | undefined {
  if (access === 'anyone') return undefined
  if (visitor === 'nobody') return [401, 'not-signed-in']
  if (access === 'half-signed-in') return undefined
  if (visitor === 'half') return [401, 'second-factor-needed']
  if (access === 'person') return undefined
  if (access === 'operator') return visitor === 'operator' ? undefined : [403, 'not-allowed']
  if (visitor === 'operator') return [403, 'no-account']
  const role: Role = visitor === 'stranger' ? 'owner' : visitor
  return permissionsOf(role).includes(access) ? undefined : [403, 'not-allowed']
}

function pathOf(route: Route, { params, query }: RequestFixture): string {
  const values = params?.(scene.ids) ?? {}
  const path = route.path.replace(/:(\w+)/g, (name, key: string) => String(values[key] ?? name))
  const asked = Object.entries(query?.(scene.ids) ?? {}).map(([key, value]) => [key, String(value)])
  return asked.length === 0 ? path : `${path}?${new URLSearchParams(Object.fromEntries(asked))}`
}

function answerOf({ status, body }: Asked): [number, string | undefined] {
  const { error } = (body.startsWith('{') ? JSON.parse(body) : {}) as { error?: { code: string } }
  return [status, error?.code]
}

function leaksIn({ body, headers }: Asked): string[] {
  const seen = `${JSON.stringify(headers)} ${body}`
  // A short number is a part of many longer ones.
  const isIn = (text: string) =>
    /^\d+$/.test(text) ? seen.match(/\d+/g)?.includes(text) : seen.includes(text)
  return scene.planted.filter(isIn)
}

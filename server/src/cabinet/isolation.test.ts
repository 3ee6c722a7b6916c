// No route shows or changes what is somebody else's: each one is asked by everybody, with the ids of the first account.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Asked } from '../../test/cabinet-ask.ts'
import { type Filling, fillings } from '../../test/isolation/fillings.ts'
import { openScene, type Scene, type VisitorName, visitors } from '../../test/isolation/scene.ts'
import type { Role } from '../storage/people-records.ts'
import { permissionsOf } from './permissions.ts'
import type { Route } from './route.ts'
import { routes } from './routes/index.ts'

const ownHeader = { 'X-Ringkey-Cabinet': '1' }
const nameOf = ({ method, path }: Route) => `${method} ${path}`

let scene: Scene
beforeAll(async () => {
  scene = await openScene()
})
afterAll(() => scene?.stop())

describe('the table of fillings', () => {
  it('has a line for every route, and none for a route that is gone', () => {
    const known = Object.keys(fillings)
    const names = routes.map(nameOf)
    const unfilled = names.filter((name) => !known.includes(name))
    expect(unfilled, 'give each of these a line in server/test/isolation/fillings.ts').toEqual([])
    expect(
      known.filter((name) => !names.includes(name)),
      'these routes are gone: take their lines out of server/test/isolation/fillings.ts',
    ).toEqual([])
  })

  it('fills every name in a path', () => {
    const unfilled = filled.filter(({ route, filling }) => pathOf(route, filling).includes('/:'))
    expect(unfilled.map(({ route }) => nameOf(route))).toEqual([])
  })
})

const filled = routes
  .flatMap((route) => {
    const filling = fillings[nameOf(route)]
    return filling === undefined ? [] : [{ name: nameOf(route), route, filling }]
  })
  .toSorted((one, other) => Number(one.filling.isLast ?? false) - Number(other.filling.isLast ?? false))

// Those who are refused come first: what the allowed ones do may change what there is.
describe.each(filled)('$name', ({ route, filling }) => {
  const ask = (visitor: VisitorName, headers: Readonly<Record<string, string>> = ownHeader) =>
    scene.ask(visitor, {
      method: route.method,
      path: pathOf(route, filling),
      headers,
      ...(route.method === 'POST' ? { body: filling.body?.(scene.ids) ?? {} } : {}),
    })

  if (route.method === 'POST') {
    it('refuses what the page of another site sends', async () => {
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

  it('refuses everybody whom it is not for', async () => {
    for (const visitor of visitors) {
      const refusal = refusalOf(route, visitor)
      if (refusal === undefined) continue
      const answer = await ask(visitor)
      expect([visitor, ...answerOf(answer)]).toEqual([visitor, ...refusal])
      if (visitor === 'nobody') expect(leaksIn(answer)).toEqual([])
    }
  })

  if (refusalOf(route, 'stranger') === undefined && route.audience !== 'anyone') {
    it('shows and changes nothing of the first account to the owner of the second', async () => {
      const answer = await ask('stranger')
      expect(leaksIn(answer)).toEqual([])
      const hasIds = filling.params !== undefined
      const expected = filling.strangerGets ?? (hasIds ? [404] : [200, ...(filling.alsoAnswers ?? [])])
      expect(expected).toContain(answer.status)
    })
  }

  it('serves those whom it is for', async () => {
    const answers = [200, ...(filling.alsoAnswers ?? [])]
    for (const visitor of visitors) {
      if (visitor === 'stranger' || refusalOf(route, visitor) !== undefined) continue
      const { status, body } = await ask(visitor)
      expect(answers, `${visitor} got ${status}: ${body.slice(0, 300)}`).toContain(status)
    }
  })
})

/** What the audience of a route means for a visitor: undefined is served, otherwise status and code. */
function refusalOf({ audience }: Route, visitor: VisitorName): [number, string] | undefined {
  if (audience === 'anyone') return undefined
  if (visitor === 'nobody') return [401, 'not-signed-in']
  if (audience === 'half-signed-in') return undefined
  if (visitor === 'half') return [401, 'second-factor-needed']
  if (audience === 'person') return undefined
  if (audience === 'operator') return visitor === 'operator' ? undefined : [403, 'not-allowed']
  if (visitor === 'operator') return [403, 'no-account']
  const role: Role = visitor === 'stranger' ? 'owner' : visitor
  return permissionsOf(role).includes(audience) ? undefined : [403, 'not-allowed']
}

function pathOf(route: Route, { params, query }: Filling): string {
  const values = params?.(scene?.ids ?? anyIds) ?? {}
  const path = route.path.replace(/:(\w+)/g, (name, key: string) => String(values[key] ?? name))
  const asked = Object.entries(query?.(scene?.ids ?? anyIds) ?? {}).map(([key, value]) => [
    key,
    String(value),
  ])
  return asked.length === 0 ? path : `${path}?${new URLSearchParams(Object.fromEntries(asked))}`
}

/** Before the scene is open only the form of a path counts. */
const anyIds = {
  accountId: 1,
  serviceId: 1,
  vendorId: 1,
  inboundVendorId: 1,
  memberId: 1,
  sessionId: 's',
  phoneCallId: 1,
}

function answerOf({ status, body }: Asked): [number, string | undefined] {
  const { error } = (body.startsWith('{') ? JSON.parse(body) : {}) as { error?: { code: string } }
  return [status, error?.code]
}

function leaksIn({ body, headers }: Asked): string[] {
  const seen = `${JSON.stringify(headers)} ${body}`
  return scene.planted.filter((text) => seen.includes(text))
}

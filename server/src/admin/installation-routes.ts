import { Type } from 'typebox'
import { notFound, wrongField } from '../cabinet/problem.ts'
import { list, text, yes } from '../cabinet/views/answer.ts'
import type { Found, Noun } from '../installation/noun.ts'
import { nouns } from '../installation/nouns.ts'
import { changeOf, differenceOf } from '../installation/reconcile.ts'
import { checkName, checkValue, InstallationFault } from '../installation/wanted.ts'
import type { FullContext } from '../operations/operation.ts'
import type { AdminRoute } from './admin-route.ts'

type Params = Readonly<Record<string, string>>
interface Asked {
  readonly context: FullContext
  readonly params: Params
  readonly body: unknown
}

const parameterOf = ({ plural }: Noun) => plural.slice(0, -1)

/** `GET`, `PUT` and `DELETE` by name, of every noun that a file of the installation has. */
function routesOf(noun: Noun, parents: readonly Noun[] = []): AdminRoute[] {
  const { plural, about, value, scopes, isSingle } = noun
  const above = parents.map((each) => `/${each.plural}/:${parameterOf(each)}`).join('')
  const all = `/installation${above}/${plural}`
  const path = isSingle ? all : `${all}/:name`
  const one = Type.Object({ name: text, value })
  const find = async (asked: Asked) => {
    const parent = await parentOf(parents, asked)
    const found = await noun.list(asked.context, parent)
    return { parent, found, before: found.find(({ name }) => name === (asked.params.name ?? '')) }
  }
  const routes: AdminRoute[] = [
    {
      ...{ method: 'GET', path, about, scopes: ['read'], name: `installation.${plural}.get`, answer: one },
      async handle(asked) {
        const { before } = await find(asked)
        if (before === undefined) throw notFound()
        return shown(before)
      },
    },
    {
      ...{ method: 'PUT', path, scopes: scopes.put, name: `installation.${plural}.put`, body: value },
      about: `${about}: made, or changed where a member differs; members that are not sent stay`,
      answer: Type.Object({
        ...one.properties,
        changed: yes,
        credentials: Type.Record(Type.String(), Type.Unknown(), { description: 'what is shown this once' }),
      }),
      handle: (asked) => inAnswer(() => put(noun, asked, find)),
    },
  ]
  if (!isSingle)
    routes.push({
      ...{ method: 'GET', path: all, about: `${about}: all of them`, scopes: ['read'] },
      ...{ name: `installation.${plural}.list`, answer: Type.Object({ items: list(one) }) },
      handle: async (asked) => ({ items: (await find(asked)).found.map(shown) }),
    })
  if (noun.remove !== undefined)
    routes.push({
      ...{ method: 'DELETE', path, about: `${about}: removed`, scopes: scopes.remove! },
      ...{ name: `installation.${plural}.delete`, answer: Type.Object({ done: yes }) },
      async handle(asked) {
        const { parent, before } = await find(asked)
        if (before === undefined) throw notFound()
        const thing = { noun, name: before.name, path: [] }
        const change = changeOf({ context: asked.context, keep: async () => {} }, thing, parent, before)
        await noun.remove!({ ...change, before })
        return { done: true }
      },
    })
  return [...routes, ...(noun.below ?? []).flatMap((child) => routesOf(child, [...parents, noun]))]
}

const shown = ({ name, value }: Found) => ({ name, value })

async function put(
  noun: Noun,
  asked: Asked,
  find: (asked: Asked) => Promise<{ readonly parent: Found | undefined; readonly before: Found | undefined }>,
) {
  const name = asked.params.name ?? ''
  if (noun.name !== undefined) checkName(noun, name, ['name'])
  const wanted = checkValue(noun, Object(asked.body), [])
  const { parent, before } = await find(asked)
  const thing = { noun, name, path: [] }
  const { difference, value } = differenceOf({ ...thing, value: wanted, missing: [] }, before)
  const credentials = {}
  if (difference !== undefined) {
    const keep = async (_: unknown, made: object) => {
      Object.assign(credentials, made)
    }
    const change = changeOf({ context: asked.context, keep }, thing, parent, before)
    const isReplaced = difference.what === 'replace'
    if (isReplaced) await noun.remove!({ ...change, before: before! })
    await noun.put(isReplaced ? { ...change, before: undefined } : change, value)
  }
  const { before: after } = await find(asked)
  return { name, value: after?.value ?? {}, changed: difference !== undefined, credentials }
}

async function inAnswer<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof InstallationFault)) throw error
    throw wrongField(error.path.join('.') || 'body', error.message.replace(/^expected /, ''))
  }
}

async function parentOf(parents: readonly Noun[], { context, params }: Asked): Promise<Found | undefined> {
  let parent: Found | undefined
  for (const noun of parents) {
    const found = await noun.list(context, parent)
    parent = found.find(({ name }) => name === params[parameterOf(noun)])
    if (parent === undefined) throw notFound()
  }
  return parent
}

export const installationRoutes: readonly AdminRoute[] = nouns.flatMap((noun) => routesOf(noun))

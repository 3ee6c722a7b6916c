import type { FastifyReply } from 'fastify'
import { type Static, Type } from 'typebox'
import type { Shown } from '../calls/line.ts'
import type { CabinetDeps } from '../deps.ts'
import { Problem } from '../problem.ts'
import type { SignedIn } from '../route.ts'
import type { VerificationPage, VerificationsFound } from '../views/verification.ts'
import { expectedRows, exportFound, exportOf, maxExportRows } from './export.ts'
import { placeOf, placeText, type WithoutPage } from './filter.ts'
import { find } from './find.ts'
import { listLineOf } from './line.ts'

const linesPerPage = 50

export const pageQuery = {
  before: Type.Optional(Type.String({ pattern: '^\\d{1,16}-(vf_[0-9a-f]{32})?$' })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
}
const pageSchema = Type.Object(pageQuery)

/** A number in an address would stay in logs and histories: what is sought comes in a body. */
export const sought = Type.String({ minLength: 1, maxLength: 200 })

/** Verifications of `/v2` and calls of `/v1.0` that a filter shows, newest first. */
export async function pageOf(
  { store }: CabinetDeps,
  filter: WithoutPage,
  { before, limit = linesPerPage }: Static<typeof pageSchema>,
  shown: Shown,
): Promise<VerificationPage> {
  const { items, next } = await store.listPage({ ...filter, before: placeOf(before), limit })
  return { items: items.map((item) => listLineOf(item, shown)), next: placeText(next) }
}

export async function foundOf(
  deps: CabinetDeps,
  filter: WithoutPage,
  q: string,
  shown: Shown,
): Promise<VerificationsFound> {
  const { items, phoneMask } = await find(deps, filter, q)
  return { items: items.map((item) => listLineOf(item, shown)), phoneMask }
}

/** The same as a file. */
export async function csvOf(
  { deps, who, reply }: { deps: CabinetDeps; who: SignedIn; reply: FastifyReply },
  filter: WithoutPage,
  q: string | undefined,
  { isMoneyShown }: Shown,
) {
  const leave = deps.exportLimit.take(who.person.id)
  if (leave === undefined) throw new Problem(429, 'too-many-exports', 'other exports of yours are under way')
  reply.raw.once('close', leave)
  const found = q === undefined ? undefined : (await find(deps, filter, q)).items
  reply.headers({
    'Content-Type': 'text/csv; charset=utf-8',
    'Content-Disposition': 'attachment; filename="verifications.csv"',
    'X-Ringkey-Rows-Expected': found?.length ?? (await expectedRows(deps.store, filter, deps.clock.now())),
    'X-Ringkey-Rows-Most': maxExportRows,
  })
  return found === undefined ? exportOf(deps.store, filter, isMoneyShown) : exportFound(found, isMoneyShown)
}

import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { Problem } from './problem.ts'
import type { RequestContext, SignedIn } from './route.ts'

export type Exporting = Pick<RequestContext, 'deps' | 'reply'> & { readonly user: SignedIn }

/** A long export begins: a person has few of them at once. */
export function beginExport({ deps, user, reply }: Exporting): void {
  const leave = deps.exportLimit.take(user.person.id)
  if (leave === undefined) throw new Problem(429, 'too-many-exports', 'other exports of yours are under way')
  reply.raw.once('close', leave)
}

/** The answer is a file, sent as its rows are made: the reader's pace is the pace of the store. */
export function fileOf(
  reply: FastifyReply,
  name: string,
  rows: Iterable<string> | AsyncIterable<string>,
  type = 'text/csv',
): Readable {
  reply.headers({
    'Content-Type': `${type}; charset=utf-8`,
    'Content-Disposition': `attachment; filename="${name}"`,
  })
  return Readable.from(rows, { objectMode: false, highWaterMark: 64 * 1024 })
}

import { expect, it } from 'vitest'
import { flameGraph, type Profile, threadOf } from './flame.ts'

const node = (id: number, functionName: string, url: string, ...children: number[]) => ({
  id,
  callFrame: { functionName, url },
  children,
})

const profile: Profile = {
  nodes: [
    node(1, '(root)', '', 2, 3, 6),
    node(2, '(idle)', ''),
    node(3, 'emit', 'node:events', 4),
    node(4, 'answer', 'file:///srv/server/src/http/api.ts', 5),
    node(5, 'write', 'node:net'),
    node(6, '(garbage collector)', ''),
  ],
  samples: [4, 2, 5, 6, 4],
  timeDeltas: [1_000, 5_000, 300, 200, 100],
}

it('flame graph: sums stacks after the start, without idle time and the inner callers of Node', () => {
  const thread = threadOf(profile, 1.5)
  expect(thread.name).toBe('main thread')
  expect(thread.us).toBe(600)
  const answer = thread.below.get('answer api.ts')!
  expect(answer.us).toBe(400)
  expect([...answer.below.values()].map(({ name, us }) => [name, us])).toEqual([['write node:net', 300]])
  expect(thread.below.get('(garbage collector)')!.kind).toBe('gc')
})

it('flame graph: draws one rectangle for each function, with its share', () => {
  const drawn = flameGraph('before & after', [threadOf(profile)])
  expect(drawn).toContain('before &amp; after')
  expect(drawn).toContain('<title>answer api.ts, 87.5 %</title>')
  expect(drawn).toContain('<title>main thread, 100.0 %</title>')
})

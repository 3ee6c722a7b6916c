import { expect, it } from 'vitest'
import { Batch } from './batch.ts'

const turn = () => new Promise((resolve) => setImmediate(resolve))

it('batch: what is added in a turn is sent at its end, in sixteens before', async () => {
  const sent: number[][] = []
  const batch = new Batch<number>((items) => sent.push(items))
  for (let item = 0; item < 15; item++) batch.add(item)
  expect(sent).toEqual([])
  for (let item = 15; item < 35; item++) batch.add(item)
  expect(sent.map(({ length }) => length)).toEqual([16, 16])
  await turn()
  expect(sent.map(({ length }) => length)).toEqual([16, 16, 3])
  expect(sent.flat()).toEqual(Array.from({ length: 35 }, (_, item) => item))
})

it('batch: a flush sends at once, and nothing twice', async () => {
  const sent: string[][] = []
  const batch = new Batch<string>((items) => sent.push(items))
  batch.add('command')
  batch.flush()
  expect(sent).toEqual([['command']])
  batch.flush()
  await turn()
  expect(sent).toEqual([['command']])
})

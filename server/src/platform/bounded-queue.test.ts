import { expect, it } from 'vitest'
import { BoundedQueue, QueueFull, type TaskOwner } from './bounded-queue.ts'

/** Tasks that the test ends. */
function makeTasks(queue: BoundedQueue) {
  const begun: string[] = []
  const ends = new Map<string, { done(): void; failed(error: Error): void }>()
  const run = (name: string, owner?: TaskOwner) =>
    queue.run(() => {
      begun.push(name)
      return new Promise<string>((resolve, reject) => {
        ends.set(name, { done: () => resolve(name), failed: reject })
      })
    }, owner)
  return { begun, run, ends }
}

it('bounded queue: runs a fixed number at once, the others in order, and refuses tasks beyond its capacity', async () => {
  const { begun, run, ends } = makeTasks(new BoundedQueue(2, 2))
  const [first, second, third, fourth] = ['1', '2', '3', '4'].map((name) => run(name))
  await expect(run('5')).rejects.toBeInstanceOf(QueueFull)
  expect(begun).toEqual(['1', '2'])
  ends.get('2')!.done()
  await second
  expect(begun).toEqual(['1', '2', '3'])
  const sixth = run('6')
  await expect(run('7')).rejects.toBeInstanceOf(QueueFull)
  ends.get('1')!.done()
  await first
  expect(begun).toEqual(['1', '2', '3', '4'])
  for (const name of ['3', '4']) ends.get(name)!.done()
  expect(await Promise.all([third, fourth])).toEqual(['3', '4'])
  ends.get('6')!.done()
  expect(await sixth).toBe('6')
})

it('bounded queue: continues after a failed task', async () => {
  const { begun, run, ends } = makeTasks(new BoundedQueue(1, 1))
  const [failing, next] = [run('failing'), run('next')]
  ends.get('failing')!.failed(new Error('broken'))
  await expect(failing).rejects.toThrow('broken')
  expect(begun).toEqual(['failing', 'next'])
  ends.get('next')!.done()
  await next
  const later = run('later')
  expect(begun).toEqual(['failing', 'next', 'later'])
  ends.get('later')!.done()
  expect(await later).toBe('later')
})

it('bounded queue: serves strangers in turn and known owners first, and drops the flood of one for others', async () => {
  const { begun, run, ends } = makeTasks(new BoundedQueue(1, 4))
  const of = (name: string, isKnown = false) => ({ name, isKnown })
  const refused: string[] = []
  const start = (name: string, owner: TaskOwner) => run(name, owner).catch(() => refused.push(name))
  const all = ['flood 1', 'flood 2', 'flood 3', 'flood 4', 'flood 5'].map((name) => start(name, of('flood')))
  // Its own sixth task does not push an older one out.
  all.push(start('flood 6', of('flood')))
  all.push(start('other', of('other')), start('owner', of('owner', true)))
  await new Promise(setImmediate)
  expect(refused).toEqual(['flood 6', 'flood 5', 'flood 4'])
  for (const name of ['flood 1', 'owner', 'flood 2', 'other', 'flood 3']) {
    expect(begun.at(-1)).toBe(name)
    ends.get(name)!.done()
    await new Promise(setImmediate)
  }
  await Promise.all(all)
})

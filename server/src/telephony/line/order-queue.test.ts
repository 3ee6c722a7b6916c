import { expect, it } from 'vitest'
import type { LineOrder, PlaceOrder } from './messages.ts'
import { OrderQueue } from './order-queue.ts'

const place = (id: number) => ({ kind: 'place', id }) as PlaceOrder
const echo: LineOrder = { kind: 'echo', sentMs: 1 }

function queue() {
  const done: (number | string)[] = []
  const turns: (() => void)[] = []
  const orders = new OrderQueue(
    (order) => done.push('id' in order ? order.id : order.kind),
    (run) => turns.push(run),
  )
  return { done, orders, turn: () => turns.shift()?.() }
}

it('order queue: places eight calls in a turn, and an echo waits for the calls before it', () => {
  const { done, orders, turn } = queue()
  orders.add([...Array.from({ length: 20 }, (_, id) => place(id)), echo])
  expect(done).toHaveLength(8)
  turn()
  expect(done).toHaveLength(16)
  orders.add([{ kind: 'give-up', id: 19, unlessAnswered: false }])
  expect(done).toHaveLength(16)
  turn()
  expect(done.slice(16)).toEqual([16, 17, 18, 19, 'echo', 19])
  turn()
  expect(done).toHaveLength(22)
})

it('order queue: few orders are carried out at once', () => {
  const { done, orders } = queue()
  orders.add([place(1), echo])
  orders.add([place(2)])
  expect(done).toEqual([1, 'echo', 2])
})

it('order queue: a flush carries out the rest', () => {
  const { done, orders, turn } = queue()
  orders.add(Array.from({ length: 30 }, (_, id) => place(id)))
  orders.flush()
  expect(done).toHaveLength(30)
  turn()
  expect(done).toHaveLength(30)
})

it('order queue: eight calls a turn, however many messages bring them', () => {
  const { done, orders, turn } = queue()
  for (let message = 0; message < 5; message++)
    orders.add([...Array.from({ length: 4 }, (_, index) => place(message * 4 + index)), echo])
  expect(done.filter((id) => id !== 'echo')).toHaveLength(8)
  turn()
  expect(done.filter((id) => id !== 'echo')).toHaveLength(16)
  turn()
  expect(done).toHaveLength(25)
})

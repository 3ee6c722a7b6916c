import { expect, it } from 'vitest'
import { commandQueue } from './command-queue.ts'
import type { PlaceCommand, SipCommand } from './messages.ts'

const place = (id: number) => ({ kind: 'place', id }) as PlaceCommand
const echo: SipCommand = { kind: 'echo', sentMs: 1 }

function queue() {
  const done: (number | string)[] = []
  const turns: (() => void)[] = []
  const commands = commandQueue(
    (command) => done.push('id' in command ? command.id : command.kind),
    (run) => turns.push(run),
  )
  return { done, commands, turn: () => turns.shift()?.() }
}

it('command queue: places eight calls in a turn, and an echo waits for the calls before it', () => {
  const { done, commands, turn } = queue()
  commands.add([...Array.from({ length: 20 }, (_, id) => place(id)), echo])
  expect(done).toHaveLength(8)
  turn()
  expect(done).toHaveLength(16)
  commands.add([{ kind: 'give-up', id: 19, unlessAnswered: false }])
  expect(done).toHaveLength(16)
  turn()
  expect(done.slice(16)).toEqual([16, 17, 18, 19, 'echo', 19])
  turn()
  expect(done).toHaveLength(22)
})

it('command queue: few commands are carried out at once', () => {
  const { done, commands } = queue()
  commands.add([place(1), echo])
  commands.add([place(2)])
  expect(done).toEqual([1, 'echo', 2])
})

it('command queue: a flush carries out the rest', () => {
  const { done, commands, turn } = queue()
  commands.add(Array.from({ length: 30 }, (_, id) => place(id)))
  commands.flush()
  expect(done).toHaveLength(30)
  turn()
  expect(done).toHaveLength(30)
})

it('command queue: eight calls a turn, however many messages bring them', () => {
  const { done, commands, turn } = queue()
  for (let message = 0; message < 5; message++)
    commands.add([...Array.from({ length: 4 }, (_, index) => place(message * 4 + index)), echo])
  expect(done.filter((id) => id !== 'echo')).toHaveLength(8)
  turn()
  expect(done.filter((id) => id !== 'echo')).toHaveLength(16)
  turn()
  expect(done).toHaveLength(25)
})

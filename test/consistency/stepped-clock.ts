// Loaded before the service (node --import): its wall clock is the machine's plus what a file says at that moment.
// Threads load it too. The monotonic clock stays as it is, as on a machine whose time is set.
import { openSync, readSync } from 'node:fs'

const file = openSync(process.env.TEST_CLOCK_FILE!, 'r')
const text = Buffer.alloc(32)
const offsetMs = () => Number(text.toString('latin1', 0, readSync(file, text, 0, text.length, 0)))

const MachineDate = Date
class SteppedDate extends MachineDate {
  constructor(...given: unknown[]) {
    if (given.length === 0) super(SteppedDate.now())
    else super(...(given as [number]))
  }
  static override now(): number {
    return MachineDate.now() + offsetMs()
  }
}
globalThis.Date = SteppedDate as DateConstructor

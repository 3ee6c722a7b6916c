// The carrier as a separate process, started by `startCarrier`; it ends with its parent.
import { Carrier } from './carrier.ts'
import type { CarrierCommand, CarrierEvent, HandsetEvent } from './carrier-messages.ts'

/** Events are sent in batches. Under load some are dropped, because nobody reads a handset at 1,000 calls per second. */
const batchMs = 20
const maxBatch = 100

const waiting: HandsetEvent[] = []
let isFlushing = false

function emit(message: CarrierEvent): void {
  // The death of the parent is noticed by `disconnect`; a write error before it carries no more information.
  process.send?.(message, undefined, undefined, () => {})
}

function note(event: HandsetEvent): void {
  if (waiting.length < maxBatch) waiting.push(event)
  if (isFlushing) return
  isFlushing = true
  setTimeout(() => {
    isFlushing = false
    emit({ event: 'events', events: waiting.splice(0) })
  }, batchMs)
}

const [port = 0, firstId = 1] = process.argv.slice(2).map(Number)
const carrier = await Carrier.open({ onEvent: note, port, firstId })

process.on('message', (message) => {
  const command = message as CarrierCommand
  switch (command.command) {
    case 'act':
      carrier.act(command.action, command.id)
      break
    case 'dial':
      void carrier
        .dial(command.from, command.to, command.at)
        .then((value) => emit({ event: 'answer', ask: command.ask, value }))
      break
    case 'recording':
      emit({ event: 'answer', ask: command.ask, value: carrier.recording(command.id) })
      break
    case 'close':
      void carrier.close().then(() => process.exit(0))
  }
})
// The service has ended, for any reason.
process.on('disconnect', () => process.exit(0))
// Ctrl-C and a stop by systemd signal every process of the group; the service decides when calls end.
process.on('SIGINT', () => {})
process.on('SIGTERM', () => {})

emit({ event: 'open', port: carrier.port })

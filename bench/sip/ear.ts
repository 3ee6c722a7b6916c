// Receives RTP of many streams on one socket and measures the jitter of each; run as a process of its own by
// main.ts. Prints its port first, then, once nothing came for a second, what it measured.
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { percentile } from '../measure/statistics.ts'

const socket = createSocket('udp4')
socket.bind(0, '127.0.0.1')
await once(socket, 'listening')
socket.setRecvBufferSize(4 * 1024 * 1024)
process.stdout.write(`${socket.address().port}\n`)

interface Stream {
  lastMs: number
  lastSequence: number
}
const streams = new Map<number, Stream>()
/** How far each packet was from 20 ms after the one before it. */
const deviationsMs: number[] = []
let missing = 0
let lastMs = 0

socket.on('message', (bytes) => {
  const nowMs = performance.now()
  lastMs = nowMs
  const ssrc = bytes.readUInt32BE(8)
  const sequence = bytes.readUInt16BE(2)
  const stream = streams.get(ssrc)
  if (stream === undefined) {
    streams.set(ssrc, { lastMs: nowMs, lastSequence: sequence })
    return
  }
  const step = (sequence - stream.lastSequence) & 0xffff
  if (step === 1) deviationsMs.push(Math.abs(nowMs - stream.lastMs - 20))
  else missing += step - 1
  stream.lastMs = nowMs
  stream.lastSequence = sequence
})

const timer = setInterval(() => {
  if (streams.size === 0 || performance.now() - lastMs < 1000) return
  clearInterval(timer)
  deviationsMs.sort((a, b) => a - b)
  process.stdout.write(
    JSON.stringify({
      streams: streams.size,
      packets: deviationsMs.length,
      missing,
      p50: percentile(deviationsMs, 0.5),
      p99: percentile(deviationsMs, 0.99),
    }),
  )
  socket.close()
}, 200)

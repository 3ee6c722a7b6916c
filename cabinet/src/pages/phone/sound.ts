// Sounds of the phone, made by the browser: no files, nothing from outside.
import { addressOf, readFile } from '../../api/client.ts'
import { readWav } from './wav.ts'

/** A bell of two tones, a second long, every three seconds. */
const bellHz = [440, 480] as const
const bellSeconds = 1
const bellPeriodMs = 3_000
const bellLoudness = 0.06
/** How often the recording of an active call is polled. */
const listenMs = 500
/** Playback starts this much later, so that pieces join without a gap. */
const leadSeconds = 0.15

/** Rings until the returned function is called. */
export function startBell(): () => void {
  const context = new AudioContext()
  const strike = () => {
    const loudness = new GainNode(context, { gain: bellLoudness })
    loudness.connect(context.destination)
    for (const frequency of bellHz) {
      const tone = new OscillatorNode(context, { frequency })
      tone.connect(loudness)
      tone.start()
      tone.stop(context.currentTime + bellSeconds)
    }
  }
  strike()
  const timer = setInterval(strike, bellPeriodMs)
  return () => {
    clearInterval(timer)
    void context.close()
  }
}

/** Plays an active call: every piece of its recording as it arrives. The returned function stops it. */
export function startListening(callId: number): () => void {
  const context = new AudioContext()
  let heardSamples = 0
  let nextAt = 0
  let isAsking = false
  const listen = async () => {
    const recording = await readFile(addressOf('/phone/calls/:id/recording', { id: callId }))
    const { samples, rateHz } = readWav(await recording.arrayBuffer())
    const fresh = samples.slice(heardSamples)
    if (fresh.length === 0 || context.state === 'closed') return
    heardSamples = samples.length
    const buffer = new AudioBuffer({ length: fresh.length, sampleRate: rateHz })
    buffer.copyToChannel(fresh, 0)
    const piece = new AudioBufferSourceNode(context, { buffer })
    piece.connect(context.destination)
    nextAt = Math.max(nextAt, context.currentTime + leadSeconds)
    piece.start(nextAt)
    nextAt += buffer.duration
  }
  const timer = setInterval(() => {
    if (isAsking) return
    isAsking = true
    // A missed piece is read with the next one.
    void listen()
      .catch(() => {})
      .finally(() => {
        isAsking = false
      })
  }, listenMs)
  return () => {
    clearInterval(timer)
    void context.close()
  }
}

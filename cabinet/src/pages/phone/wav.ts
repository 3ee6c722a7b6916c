export interface Wav {
  /** From -1 to 1. */
  readonly samples: Float32Array<ArrayBuffer>
  readonly rateHz: number
}

const headerBytes = 12
const chunkHeaderBytes = 8
const fullScale = 32_768

/** 16-bit linear mono, as the phone records it. Chunks that it does not know are skipped. */
export function readWav(file: ArrayBuffer): Wav {
  const view = new DataView(file)
  let rateHz = 8_000
  for (let at = headerBytes; at + chunkHeaderBytes <= view.byteLength; ) {
    const name = String.fromCharCode(...new Uint8Array(file, at, 4))
    const length = view.getUint32(at + 4, true)
    const start = at + chunkHeaderBytes
    if (name === 'fmt ') rateHz = view.getUint32(start + 4, true)
    if (name === 'data') {
      const count = Math.floor(Math.min(length, view.byteLength - start) / 2)
      const samples = Float32Array.from(
        { length: count },
        (_, index) => view.getInt16(start + index * 2, true) / fullScale,
      )
      return { samples, rateHz }
    }
    // Chunks begin at even places.
    at = start + length + (length % 2)
  }
  return { samples: new Float32Array(0), rateHz }
}

/** The loudest sample of each of `count` equal stretches: what a wave form draws. */
export function peaksOf(samples: Float32Array, count: number): number[] {
  const stretch = Math.max(1, Math.ceil(samples.length / count))
  return Array.from({ length: count }, (_, index) => {
    let peak = 0
    const end = Math.min(samples.length, (index + 1) * stretch)
    for (let at = index * stretch; at < end; at++) peak = Math.max(peak, Math.abs(samples[at]!))
    return peak
  })
}

// Turns the bytes of a text table, in any of its encodings, into batches of lines.

/** Hundreds of rows: Cyrillic appears in the first ones. */
const sampleBytes = 64 * 1024
/** The longest row of the real files has 197 characters. */
const maxLineLength = 8192

/**
 * One array a chunk: an await for each of forty million lines would cost more than reading them. A line keeps the CR of
 * a CRLF, because fields are trimmed later anyway.
 */
export async function* lineBatches(chunks: AsyncIterable<Buffer>): AsyncGenerator<string[]> {
  let decoder: TextDecoder | undefined
  let sample: Buffer[] = []
  let sampled = 0
  let rest = ''
  const split = (text: string): string[] => {
    const lines = (rest + text).split('\n')
    rest = lines.pop()!
    if (rest.length > maxLineLength) throw new Error('a line is too long: this is not a text table')
    return lines
  }
  const decode = (bytes: Buffer, more: boolean): string => {
    try {
      return decoder!.decode(bytes, { stream: more })
    } catch {
      throw new Error('the text changes its encoding in the middle: it is not valid UTF-8')
    }
  }
  for await (const chunk of chunks) {
    if (decoder !== undefined) yield split(decode(chunk, true))
    else {
      sample.push(chunk)
      sampled += chunk.length
      if (sampled < sampleBytes) continue
      decoder = decoderFor(Buffer.concat(sample), true)
      const lines = split(decode(Buffer.concat(sample), true))
      sample = []
      yield lines
    }
  }
  const last = Buffer.concat(sample)
  decoder ??= decoderFor(last, false)
  const lines = split(decode(last, false))
  yield rest.trimEnd() === '' ? lines : [...lines, rest.trimEnd()]
}

/** TextDecoder drops the byte order mark itself. Text that is not UTF-8 is windows-1251. */
function decoderFor(sample: Buffer, more: boolean): TextDecoder {
  if (sample[0] === 0xff && sample[1] === 0xfe) return new TextDecoder('utf-16le')
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(sample, { stream: more })
    return new TextDecoder('utf-8', { fatal: true })
  } catch {
    return new TextDecoder('windows-1251')
  }
}

/**
 * Registry files have raw quotes inside fields (`ООО "Т2 Мобайл"`). Some copies were saved again with real CSV quoting
 * (`"ООО ""Т2 Мобайл"""`) or with tabs around the separator. So a line is split first, ignoring quotes, and each field
 * is cleaned separately.
 */
export function cleanField(field: string): string {
  const trimmed = field.trim()
  if (trimmed.length < 2 || !trimmed.startsWith('"') || !trimmed.endsWith('"')) return trimmed
  const inner = trimmed.slice(1, -1)
  // A single quote mark inside means that the outer quotes belong to the name: "А" и "Б".
  if (inner.replaceAll('""', '').includes('"')) return trimmed
  return inner.replaceAll('""', '"').trim()
}

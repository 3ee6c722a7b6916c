// A snapshot as the rows of a table: the first has what is known about it and the names of its columns, as JSON; the
// others have the bytes of the columns, one column after the other.

/** One statement moves one mebibyte, so a column of a hundred megabytes does not block other statements. */
const chunkBytes = 2 ** 20

const constructors = { u8: Uint8Array, u16: Uint16Array, u32: Uint32Array }
type ColumnType = keyof typeof constructors

export interface SnapshotContent<Meta> {
  readonly meta: Meta
  readonly columns: Readonly<Record<string, Uint8Array | Uint16Array | Uint32Array>>
}

interface Head<Meta> {
  readonly meta: Meta
  readonly columns: readonly { readonly name: string; readonly type: ColumnType; readonly length: number }[]
}

export function* chunksOf<Meta>({ meta, columns }: SnapshotContent<Meta>): Generator<Uint8Array> {
  const head: Head<Meta> = {
    meta,
    columns: Object.entries(columns).map(([name, column]) => ({
      name,
      type: `u${column.BYTES_PER_ELEMENT * 8}` as ColumnType,
      length: column.length,
    })),
  }
  yield new TextEncoder().encode(JSON.stringify(head))
  for (const { buffer, byteOffset, byteLength } of Object.values(columns)) {
    const bytes = new Uint8Array(buffer, byteOffset, byteLength)
    // Copies: a part of a column that is sent to another thread would take the whole column with it.
    for (let at = 0; at < byteLength; at += chunkBytes) yield bytes.slice(at, at + chunkBytes)
  }
}

/** `bytes` is the length of all chunks. Other work can run between them. */
export async function contentOf<Meta>(
  chunks: AsyncIterable<Uint8Array>,
  bytes: number,
): Promise<SnapshotContent<Meta>> {
  let content: SnapshotContent<Meta> | undefined
  let columns: Uint8Array[] = []
  let at = 0
  for await (const chunk of chunks) {
    if (content === undefined) {
      const head = JSON.parse(new TextDecoder().decode(chunk)) as Head<Meta>
      const sizes = head.columns.map(({ type, length }) => length * constructors[type].BYTES_PER_ELEMENT)
      if (sizes.reduce((sum, size) => sum + size, chunk.length) !== bytes)
        throw new Error('its length is wrong')
      content = {
        meta: head.meta,
        columns: Object.fromEntries(
          head.columns.map(({ name, type, length }) => [name, new constructors[type](length)]),
        ),
      }
      columns = Object.values(content.columns).map(({ buffer }) => new Uint8Array(buffer))
      continue
    }
    while (columns[0] !== undefined && at === columns[0].length) {
      columns.shift()
      at = 0
    }
    columns[0]?.set(chunk, at)
    at += chunk.length
  }
  if (content === undefined) throw new Error('it is empty')
  return content
}

// The file format of every snapshot: a checked header and typed arrays that are used where they lie.
//
//  byte 0        8                 12                16             48
//  +------------+-----------------+-----------------+--------------+-------------+-----------
//  | "RINGKEY1" | byte order mark | header length   | SHA-256 of   | header JSON | sections
//  |            | 0x01020304      | (padded to 8)   | what follows | + spaces    | 8-aligned
//  +------------+-----------------+-----------------+--------------+-------------+-----------
//
// Numbers are in the byte order of the machine that wrote them: the arrays are views on the file's bytes.
import { createHash } from 'node:crypto'

const magic = 'RINGKEY1'
const byteOrderMark = 0x01020304
export const prologueBytes = 48
const alignment = 8

type Column = Uint8Array | Uint16Array | Uint32Array
const constructors = { u8: Uint8Array, u16: Uint16Array, u32: Uint32Array }
type ColumnType = keyof typeof constructors

export interface SnapshotContent<Meta> {
  /** What it is a snapshot of, for example `registry`; another kind is refused. */
  readonly kind: string
  readonly meta: Meta
  readonly columns: Readonly<Record<string, Column>>
}

interface Section {
  readonly name: string
  readonly type: ColumnType
  readonly length: number
}

export class CorruptSnapshot extends Error {}

const aligned = (bytes: number) => Math.ceil(bytes / alignment) * alignment

/** The file as pieces to be written one after another. */
export function encodeSnapshot<Meta>({ kind, meta, columns }: SnapshotContent<Meta>): Buffer[] {
  const sections: Section[] = Object.entries(columns).map(([name, column]) => ({
    name,
    type: `u${column.BYTES_PER_ELEMENT * 8}` as ColumnType,
    length: column.length,
  }))
  const json = Buffer.from(JSON.stringify({ kind, meta, sections }))
  const header = Buffer.alloc(aligned(json.length), ' ')
  json.copy(header)
  const body = Object.values(columns).flatMap((column) => {
    const bytes = Buffer.from(column.buffer, column.byteOffset, column.byteLength)
    return [bytes, Buffer.alloc(aligned(bytes.length) - bytes.length)]
  })
  const prologue = Buffer.alloc(prologueBytes)
  prologue.write(magic, 'latin1')
  new Uint32Array(prologue.buffer, prologue.byteOffset + 8, 2).set([byteOrderMark, header.length])
  const hash = createHash('sha256')
  for (const piece of [header, ...body]) hash.update(piece)
  hash.digest().copy(prologue, 16)
  return [prologue, header, ...body]
}

/** `digest` is the SHA-256 that the reader took of everything behind the prologue. */
export function decodeSnapshot<Meta>(
  bytes: ArrayBuffer,
  digest: Buffer,
  kind: string,
): SnapshotContent<Meta> {
  const prologue = Buffer.from(bytes, 0, Math.min(prologueBytes, bytes.byteLength))
  if (prologue.length < prologueBytes || prologue.toString('latin1', 0, 8) !== magic)
    throw new CorruptSnapshot('it is not a snapshot')
  const [mark, headerLength] = new Uint32Array(bytes, 8, 2) as unknown as [number, number]
  if (mark !== byteOrderMark) throw new CorruptSnapshot('it was written on a machine of another byte order')
  if (!digest.equals(prologue.subarray(16, 48))) throw new CorruptSnapshot('its checksum is wrong')
  const header = JSON.parse(Buffer.from(bytes, prologueBytes, headerLength).toString()) as {
    kind: string
    meta: Meta
    sections: Section[]
  }
  if (header.kind !== kind) throw new CorruptSnapshot(`it holds "${header.kind}", not "${kind}"`)
  const columns: Record<string, Column> = {}
  let at = prologueBytes + headerLength
  for (const { name, type, length } of header.sections) {
    columns[name] = new constructors[type](bytes, at, length)
    at += aligned(length * constructors[type].BYTES_PER_ELEMENT)
  }
  return { kind, meta: header.meta, columns }
}

import { crc32, deflateRawSync } from 'node:zlib'

/** A zip archive as common programs write it: local headers, data, central directory, end record. */
export function zipOf(
  files: Readonly<Record<string, Uint8Array>>,
  method: 'stored' | 'deflated' = 'deflated',
): Buffer {
  const pieces: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const [name, content] of Object.entries(files)) {
    const packed = method === 'stored' ? Buffer.from(content) : deflateRawSync(content)
    const fields = Buffer.alloc(26)
    fields.writeUInt16LE(20, 0)
    fields.writeUInt16LE(method === 'stored' ? 0 : 8, 4)
    fields.writeUInt32LE(crc32(content), 10)
    fields.writeUInt32LE(packed.length, 14)
    fields.writeUInt32LE(content.length, 18)
    fields.writeUInt16LE(Buffer.byteLength(name), 22)
    pieces.push(Buffer.from('PK\x03\x04'), fields, Buffer.from(name), packed)
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE(at, 10)
    directory.push(Buffer.from('PK\x01\x02\x14\x00'), fields, tail, Buffer.from(name))
    at += 30 + Buffer.byteLength(name) + packed.length
  }
  const central = Buffer.concat(directory)
  const end = Buffer.alloc(18)
  const count = Object.keys(files).length
  end.writeUInt16LE(count, 4)
  end.writeUInt16LE(count, 6)
  end.writeUInt32LE(central.length, 8)
  end.writeUInt32LE(at, 12)
  return Buffer.concat([...pieces, central, Buffer.from('PK\x05\x06'), end])
}

// Node's binaries carry 30 MB of symbols and debug information that no user of a release needs. `strip` of binutils knows one
// architecture, and its bytes differ from version to version; these are the same everywhere, so their SHA-256 is known.

/** ELF 64, little-endian: where the header and a section's entry have what is needed here. */
const header = { sections: 40, count: 60, names: 62, entryBytes: 64 }
const entry = { flags: 8, offset: 24, size: 32 }
/** SHF_ALLOC: the section is in memory when the program runs. */
const isLoaded = 2n

/** The program without the sections that are not loaded, but for the one with the names of sections. */
export function stripBinary(program: Buffer): Buffer {
  if (program.readUInt32BE(0) !== 0x7f454c46 || program.readUInt16BE(4) !== 0x0201)
    throw new Error('a program for a 64-bit, little-endian Linux was expected')
  const table = Number(program.readBigUInt64LE(header.sections))
  const entries = Array.from({ length: program.readUInt16LE(header.count) }, (_, index) =>
    Buffer.from(program.subarray(table + index * header.entryBytes, table + (index + 1) * header.entryBytes)),
  )
  const names = entries[program.readUInt16LE(header.names)]!
  const place = (section: Buffer) => ({
    offset: Number(section.readBigUInt64LE(entry.offset)),
    size: Number(section.readBigUInt64LE(entry.size)),
  })
  // The first entry is that of no section. Entries refer to each other by number, so none may be taken from between them.
  const kept = entries.filter(
    (section, index) => index === 0 || (section.readBigUInt64LE(entry.flags) & isLoaded) !== 0n,
  )
  if (kept.some((section, index) => section !== entries[index]))
    throw new Error('a section that is loaded stands behind one that is not')
  const end = place(entries[kept.length]!).offset
  if (entries.slice(kept.length).some((section) => place(section).offset < end))
    throw new Error('a section that is not loaded lies before one that is')

  const { offset, size } = place(names)
  const text = Buffer.alloc(Math.ceil((end + size) / 8) * 8 - end)
  program.copy(text, 0, offset, offset + size)
  names.writeBigUInt64LE(BigInt(end), entry.offset)
  const stripped = Buffer.concat([program.subarray(0, end), text, ...kept, names])
  stripped.writeBigUInt64LE(BigInt(end + text.length), header.sections)
  stripped.writeUInt16LE(kept.length + 1, header.count)
  stripped.writeUInt16LE(kept.length, header.names)
  return stripped
}

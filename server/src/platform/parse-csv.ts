/** The records of a CSV text (RFC 4180, with commas or semicolons, as in its first line); undefined when its quotes are wrong. */
export function parseCsv(text: string): string[][] | undefined {
  const [firstLine = ''] = text.split('\n', 1)
  const separator = firstLine.includes(';') ? ';' : ','
  const field = new RegExp(
    `(?:"((?:[^"]|"")*)"|([^${separator}"\\r\\n][^${separator}\\r\\n]*|))(${separator}|\\r?\\n|$)`,
    'gy',
  )
  const records: string[][] = []
  let record: string[] = []
  const source = text.replace(/^\uFEFF/, '')
  while (field.lastIndex < source.length || record.length > 0) {
    const found = field.exec(source)
    if (found === null) return undefined
    const [, quoted, plain = '', end] = found
    record.push(unarmed((quoted?.replaceAll('""', '"') ?? plain).trim()))
    if (end === separator) continue
    if (record.some((value) => value !== '')) records.push(record)
    record = []
  }
  return records
}

/** Without the apostrophe that keeps spreadsheets from running a text. */
const unarmed = (value: string) => value.replace(/^'(?=\s*[=+\-@])/, '')

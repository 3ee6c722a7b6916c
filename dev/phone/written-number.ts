/** A number as people write it: `+7 495 123-84-96`; other countries without separators. */
export function writtenNumber(digits: string): string {
  const [, area, ...parts] = /^7(\d{3})(\d{3})(\d\d)(\d\d)$/.exec(digits) ?? []
  return area === undefined ? `+${digits}` : `+7 ${area} ${parts.join('-')}`
}

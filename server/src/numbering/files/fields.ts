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

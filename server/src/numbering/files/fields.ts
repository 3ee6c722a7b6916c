/**
 * Registry files carry raw quotes inside fields (`ООО "Т2 Мобайл"`), some copies were saved again with real
 * quoting (`"ООО ""Т2 Мобайл"""`) or with tabs around the separator. So a line is split first, whatever its
 * quotes, and each field is cleaned on its own.
 */
export function cleanField(field: string): string {
  const trimmed = field.trim()
  if (trimmed.length < 2 || !trimmed.startsWith('"') || !trimmed.endsWith('"')) return trimmed
  const inner = trimmed.slice(1, -1)
  // A quote that stands alone inside means that the outer ones belong to the name: "А" и "Б".
  if (inner.replaceAll('""', '').includes('"')) return trimmed
  return inner.replaceAll('""', '"').trim()
}

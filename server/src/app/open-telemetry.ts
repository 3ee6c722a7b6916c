import type { Settings } from '../config/settings.ts'
import type { Clock } from '../platform/clock.ts'
import { type Random, randomWord } from '../platform/random.ts'
import { OtlpExporter } from '../platform/telemetry/otlp-exporter.ts'

/** The exporter of traces and log lines; undefined without a collector. */
export function openTelemetry(
  settings: Pick<Settings, 'RINGKEY_OTLP_URL' | 'RINGKEY_OTLP_HEADERS'>,
  clock: Clock,
  random: Random,
): { readonly exporter: OtlpExporter; logLine(line: string): void } | undefined {
  const { RINGKEY_OTLP_URL: url, RINGKEY_OTLP_HEADERS: headers } = settings
  if (url === undefined) return undefined
  const exporter = new OtlpExporter({
    url,
    headers: headersIn(headers ?? ''),
    instanceId: randomWord(random, 16),
    clock,
  })
  return { exporter, logLine: (line) => exporter.logLine(line) }
}

function headersIn(text: string): Record<string, string> {
  const pairs = text.split(',').filter((pair) => pair !== '')
  return Object.fromEntries(
    pairs.map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]),
  )
}

import { hourMs, minuteMs, secondMs } from '../../platform/clock.ts'
import { columns } from '../columns.ts'
import { timeText } from '../wording.ts'
import { quantile, type Samples } from './samples.ts'

export const frameWidth = 80
const shownTrunks = 15
const minuteSeconds = minuteMs / secondMs

/** What happened between two scrapes that are `seconds` apart, in lines of at most 80 columns. */
export function frame(before: Samples, now: Samples, seconds: number, at: number, nodes: number): string[] {
  const since = (name: string, labels = {}) => Math.max(0, now.sum(name, labels) - before.sum(name, labels))
  const rate = (name: string, labels = {}) => since(name, labels) / seconds
  const requests = since('ringkey_http_requests_total')
  const refused = requests - since('ringkey_http_requests_total', { error: 'none' })
  const times = (share: number) =>
    durationText(quantile('ringkey_http_request_duration_seconds', share, before, now))
  const calls = since('ringkey_calls_total')
  const settled = (state: string) => perSecond(rate('ringkey_calls_settled_total', { state }))
  const failedHooks =
    since('ringkey_webhook_attempts_total') - since('ringkey_webhook_attempts_total', { result: 'delivered' })
  const moneySince = (name: string, labels = {}) =>
    Math.max(0, now.shared(name, labels) - before.shared(name, labels))
  const aMinute = (roubles: number) => ((roubles / seconds) * minuteSeconds).toFixed(2)
  const alarms = now.sum('ringkey_alarms')
  const rows = [
    [
      'requests',
      `${perSecond(requests / seconds)}/s`,
      `${shareText(refused, requests)} refused`,
      `p50 ${times(0.5)}`,
      `p99 ${times(0.99)}`,
      `${now.sum('ringkey_http_waiting_requests')} waiting`,
    ],
    [
      'calls',
      `${perSecond(calls / seconds)}/s`,
      `${shareText(since('ringkey_calls_rang_total'), calls)} rang`,
      `${now.sum('ringkey_calls_in_progress')} now`,
      `post-dial delay p50 ${durationText(quantile('ringkey_call_post_dial_delay_seconds', 0.5, before, now))}`,
    ],
    ['verified', `${settled('completed')}/s`, `${settled('failed')}/s failed`],
    [
      'webhooks',
      `${perSecond(rate('ringkey_webhook_attempts_total'))}/s`,
      `${perSecond(failedHooks / seconds)}/s failed`,
      `${now.max('ringkey_webhooks_pending')} queued`,
      `oldest ${durationText(now.max('ringkey_webhooks_oldest_age_seconds'))}`,
    ],
    [
      'money',
      `${aMinute(moneySince('ringkey_charged_roubles_total'))} roubles/min charged`,
      `${aMinute(moneySince('ringkey_top_ups_roubles_total', { result: 'made' }))}/min topped up`,
      `${now.shared('ringkey_held_roubles').toFixed(2)} held`,
    ],
    [
      'process',
      `${Math.round(rate('process_cpu_seconds_total') * 100)} % CPU`,
      `${Math.round(now.sum('process_resident_memory_bytes') / 1024 / 1024)} MB`,
      `event loop p99 ${durationText(now.max('nodejs_eventloop_lag_p99_seconds'))}`,
    ],
  ].map(([name = '', ...parts]) => `${name.padEnd(11)}${parts.join('   ')}`)
  return [
    headline(now, at, nodes),
    '',
    ...rows,
    alarms === 0
      ? 'alarms     none'
      : `alarms     ${alarms}: ${now.labelValues('ringkey_alarms', 'kind').join(', ')}`,
    '',
    ...trunkLines(before, now, seconds),
  ].map((line) => line.slice(0, frameWidth).trimEnd())
}

function headline(now: Samples, at: number, nodes: number): string {
  const versions = now.labelValues('ringkey_build_info', 'version').join(', ')
  const upMs = at - now.max('process_start_time_seconds') * secondMs
  const left = nodes === 1 ? `Ringkey ${versions}, up ${upText(upMs)}` : `Ringkey ${versions}, ${nodes} nodes`
  return `${left.padEnd(frameWidth - 23)}${timeText(at)} UTC`
}

function upText(ms: number): string {
  const [hours, minutes] = [Math.floor(ms / hourMs), Math.floor((ms % hourMs) / minuteMs)]
  return hours >= 48 ? `${Math.floor(hours / 24)} days` : `${hours} h ${minutes} min`
}

function trunkLines(before: Samples, now: Samples, seconds: number): string[] {
  const names = now.labelValues('ringkey_trunk_channels', 'trunk').sort()
  if (names.length === 0) return ['No trunk is set up.']
  const rows = names.slice(0, shownTrunks).map((trunk) => {
    const of = { trunk }
    const calls = now.sum('ringkey_calls_total', of) - before.sum('ringkey_calls_total', of)
    const rang = now.sum('ringkey_calls_rang_total', of) - before.sum('ringkey_calls_rang_total', of)
    return [
      trunk.slice(0, 24),
      now.sum('ringkey_trunk_reachable', of) > 0 ? 'up' : 'down',
      String(now.sum('ringkey_trunk_calls_in_progress', of)),
      String(now.sum('ringkey_trunk_channels', of)),
      perSecond(calls / seconds),
      shareText(rang, calls),
    ]
  })
  const left = names.length - rows.length
  return [
    ...columns([['TRUNK', 'STATE', 'CALLS', 'CHANNELS', 'CALLS/S', 'RANG'], ...rows], [2, 3, 4, 5]),
    ...(left > 0 ? [`and ${left} more`] : []),
  ]
}

function perSecond(rate: number): string {
  return rate >= 100 ? String(Math.round(rate)) : rate.toFixed(1)
}

/** `-` where there was nothing to take a share of. */
function shareText(part: number, whole: number): string {
  return whole <= 0 ? '-' : `${((100 * part) / whole).toFixed(part === whole || part === 0 ? 0 : 1)} %`
}

function durationText(seconds: number | undefined): string {
  if (seconds === undefined) return '-'
  return seconds >= 1 ? `${seconds.toFixed(1)} s` : `${(seconds * 1000).toFixed(seconds < 0.01 ? 1 : 0)} ms`
}

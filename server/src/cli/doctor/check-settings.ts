import { strangeSettings } from '../../app/setting-names.ts'
import { SettingError } from '../../config/setting-error.ts'
import { type Settings, settingTable } from '../../config/settings.ts'
import { AddressList } from '../../platform/address-list.ts'
import type { Terminal } from '../terminal.ts'
import { type CheckResult, fail, ok, warn } from './check-result.ts'

const loopback = new AddressList(['127.0.0.0/8', '::1'])

/** Settings that are valid but probably not intended, or not recommended. */
export function checkSettings(settings: Settings, { environment }: Terminal): CheckResult[] {
  const set = Object.keys(settingTable).filter((name) => (environment[name] ?? '') !== '')
  const isPublic = settings.RINGKEY_HOST !== 'localhost' && !loopback.has(settings.RINGKEY_HOST)
  const findings = [ok('settings', set.length === 0 ? 'all defaults' : `set: ${set.join(', ')}`)]
  findings.push(...checkNames(environment))
  if (isPublic && settings.RINGKEY_DEMO !== 'off') {
    findings.push(
      warn(
        'demo',
        `the demo account is open on ${settings.RINGKEY_HOST}`,
        'Set RINGKEY_DEMO=off where others can reach the service.',
      ),
    )
  }
  if (isPublic && settings.RINGKEY_TLS_CERT === undefined && settings.RINGKEY_TRUST_PROXY.length === 0) {
    findings.push(
      warn(
        'tls',
        `keys cross the network unencrypted on ${settings.RINGKEY_HOST}`,
        'Set RINGKEY_TLS_CERT and RINGKEY_TLS_KEY, or put a TLS proxy in front and name it in RINGKEY_TRUST_PROXY.',
      ),
    )
  }
  if (settings.RINGKEY_TRUST_PROXY.length > 0) findings.push(checkProxies(settings.RINGKEY_TRUST_PROXY))
  return findings
}

/** Whoever is in these ranges names the address of a client, by which limits, blocks and allow lists go. */
function checkProxies(ranges: readonly string[]): CheckResult {
  const says = `X-Forwarded-For is believed from ${ranges.join(', ')}`
  const isWide = (range: string) => Number(range.split('/')[1] ?? 128) < (range.includes(':') ? 16 : 8)
  return ranges.some(isWide)
    ? warn(
        'proxy',
        `${says}: anybody there can pretend any address`,
        'Name only your proxies in RINGKEY_TRUST_PROXY.',
      )
    : ok('proxy', says)
}

function checkNames(environment: Terminal['environment']): CheckResult[] {
  try {
    const strange = strangeSettings(environment)
    if (strange.length === 0) return []
    return [warn('settings', `not known: ${strange.join(', ')}`, 'Correct the name: these have no effect.')]
  } catch (error) {
    if (!(error instanceof SettingError)) throw error
    return [fail('settings', error.message, 'Correct the name: the service does not start with it.')]
  }
}

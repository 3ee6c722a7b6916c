import type { AddressLimits } from '../../books/address-limits.ts'
import type { ServiceRecord, WorkflowRule } from '../../storage/records.ts'
import { isoTime, listText, timeText, yesText } from '../wording.ts'

/** A service as the commands show it: everything except its keys. */

export function serviceJson(service: ServiceRecord) {
  const { settings } = service
  return {
    id: service.id,
    account_id: service.accountId,
    name: service.name,
    use_direction: service.useDirection,
    status: service.status,
    profile: settings.profile ?? 'default',
    bare_test_failure: settings.bareTestFailure,
    error_status: settings.errorStatus ?? 'default',
    https_only: settings.httpsOnly,
    allow_addresses: settings.allowedAddresses,
    allow_countries: settings.allowedCountries,
    inbound_lifetime: settings.inboundLifetimeSeconds,
    legacy_repeats: settings.legacyRepeats,
    voice_language: settings.voiceLanguage ?? 'default',
    caller_level: settings.callerLevel,
    webhook_caller: settings.webhookCaller,
    workflow: settings.workflow,
    address_limits: settings.addressLimits ?? 'off',
    previous_key_ends: isoTime(service.previousKeyEndsAt),
    last_request: isoTime(service.lastRequestAt),
    created: isoTime(service.createdAt),
  }
}

export function serviceFields(service: ServiceRecord): [string, string | number][] {
  const { settings } = service
  return [
    ['Service', service.id],
    ['Account', service.accountId],
    ['Name', service.name],
    ['Used for', service.useDirection],
    ['Status', service.status],
    ['Profile', settings.profile ?? 'default'],
    ['Bare test failure', yesText(settings.bareTestFailure)],
    ['Error status', settings.errorStatus ?? 'default'],
    ['HTTPS only', yesText(settings.httpsOnly)],
    ['Addresses', listText(settings.allowedAddresses)],
    ['Countries', listText(settings.allowedCountries)],
    ['Inbound lifetime', `${settings.inboundLifetimeSeconds} s`],
    ['Legacy repeats', yesText(settings.legacyRepeats)],
    ['Voice language', settings.voiceLanguage ?? 'default'],
    ['Caller level', settings.callerLevel],
    ['Web-hook caller', yesText(settings.webhookCaller)],
    ['Workflow', workflowText(settings.workflow)],
    ['Address limits', limitsText(settings.addressLimits)],
    ['Old key ends', service.previousKeyHash === null ? '-' : timeText(service.previousKeyEndsAt)],
    ['Last request', timeText(service.lastRequestAt)],
    ['Created', timeText(service.createdAt)],
  ]
}

function workflowText(rules: readonly WorkflowRule[]): string {
  const lines = rules.map(({ match, steps }) => {
    const phones = [match.country, match.operator, match.prefix].filter((part) => part !== undefined)
    const modes = steps.map(({ mode, seconds }) => `${mode} ${seconds} s`)
    return `${phones.join(' ') || 'all others'}: ${modes.join(', ')}`
  })
  return lines.join('; ') || 'default'
}

function limitsText(limits: AddressLimits | null): string {
  if (limits === null) return 'off'
  const { verifications, phones, countries } = limits
  return `${verifications} verifications, ${phones} phones, ${countries} countries an hour`
}

import { type CallRecord, notesOf } from '../../books/call.ts'
import { roubles } from '../../books/money.ts'
import { everyService, type NumberTrace } from '../../books/number-limit.ts'
import type { Verification } from '../../books/verification.ts'
import { maskPhone } from '../../calls/phone-privacy.ts'
import { record } from '../../operations/perform.ts'
import { readCaller } from '../../storage/caller-identity.ts'
import { defineCommand, flag, operand } from '../command.ts'
import type { CommandContext } from '../command-context.ts'
import { CommandFailed, UsageError } from '../failures.ts'
import { readPhone } from '../finding.ts'
import { phoneText } from '../readings.ts'
import type { Terminal } from '../terminal.ts'
import { counted, isoTime } from '../wording.ts'

const exportKnown = defineCommand({
  words: 'privacy export',
  summary: 'Print everything that is known about a number, as JSON',
  operands: { number: operand('NUMBER', phoneText) },
  async run({ operands, open, terminal }) {
    const json = await knownAbout(await open(), terminal, operands.number)
    return { json, text: JSON.stringify(json, null, 2) }
  },
})

const erase = defineCommand({
  words: 'privacy erase',
  summary: 'Erase a number: hash, mask, code and the notes of its calls; the ledger is kept',
  operands: { number: operand('NUMBER', phoneText) },
  options: { yes: flag('do not ask') },
  async run({ operands, options, open, terminal }) {
    const context = await open()
    const { e164 } = await readPhone(context, terminal, operands.number)
    const mask = maskPhone(e164)
    const phoneHash = context.hasher.hash(e164)
    if (!options.yes) await requireConsent(terminal, mask)
    await context.store.eraseMaskInActions(mask)
    await context.store.eraseMaskInRequests(mask)
    const erased = await context.store.erasePhone(phoneHash)
    await record(context, { kind: 'number-erased', facts: { calls: erased } })
    const calls = await context.store.callsOfPhone(phoneHash)
    const pending = await context.store.verificationsOf(phoneHash)
    const left = calls.length + pending.length
    const listed = await context.store.isDoNotCall(phoneHash)
    return {
      json: { phone: mask, erased, under_way: left, do_not_call: listed },
      text: [
        `The number ${mask} was erased from ${counted(erased, 'call')}.`,
        ...(left === 0 ? [] : [`${counted(left, 'call')} still under way: erase again in a minute.`]),
        ...(listed
          ? [
              'The number stays on the do-not-call list, which its owner asked for (ringkey do-not-call remove takes it off).',
            ]
          : []),
      ].join('\n'),
      failed: left > 0,
    }
  },
})

export const privacyCommands = [exportKnown, erase]

async function requireConsent(terminal: Terminal, mask: string): Promise<void> {
  const answer = await terminal.ask(`Forget everything about ${mask}? This cannot be undone. Type yes: `)
  if (answer === undefined) {
    throw new UsageError('privacy erase: --yes is missing: expected, because there is nobody here to ask')
  }
  if (answer.trim().toLowerCase() !== 'yes') throw new CommandFailed('Nothing was erased.')
}

async function knownAbout(context: CommandContext, terminal: Terminal, typed: string) {
  const { e164 } = await readPhone(context, terminal, typed)
  const phoneHash = context.hasher.hash(e164)
  const [records, traces, since, own, phones] = await Promise.all([
    context.store.callsOfPhone(phoneHash),
    context.store.numberTraces(phoneHash),
    context.store.doNotCallSince(phoneHash),
    context.store.ownPhonesOf(phoneHash),
    context.store.verificationsOf(phoneHash),
  ])
  return {
    phone: maskPhone(e164),
    exported: isoTime(context.now()),
    do_not_call_since: isoTime(since ?? 0),
    calls: records.map(callJson),
    own_phone_of: own.map(({ accountId, confirmedAt, endsAt }) => ({
      account_id: accountId,
      confirmed: isoTime(confirmedAt),
      code_valid_until: confirmedAt > 0 ? null : isoTime(endsAt),
    })),
    verifications: phones.map(verificationJson),
    limits: traces.map(traceJson),
  }
}

function callJson(record: CallRecord) {
  return {
    vendor_id: record.vendorId,
    account_id: record.accountId,
    service_id: record.serviceId,
    mode: record.mode,
    state: record.state,
    test: record.test,
    phone: record.phoneMask,
    country: record.country,
    code: record.code,
    ...notesOf(record),
    unique: record.unique,
    operator: record.operator,
    region: record.region,
    ported_to: record.portedTo,
    cost: roubles(record.costUnits),
    started: isoTime(record.startedAt),
    settled: isoTime(record.settledAt ?? 0),
    reason: record.reason,
    details: record.details === null ? null : (JSON.parse(record.details) as unknown),
    caller_identity: readCaller(record.callerIdentity),
    repeat_of: record.firstVendorId,
    confirmation_number: record.confirmationNumber,
    callback_url: record.callbackUrl,
  }
}

function verificationJson(record: Verification) {
  return {
    id: record.id,
    account_id: record.accountId,
    service_id: record.serviceId,
    status: record.status,
    reason: record.reason,
    test: record.test,
    phone: record.phoneMask,
    country: record.country,
    operator: record.operator,
    region: record.region,
    ported_to: record.portedTo,
    client: record.client,
    metadata: JSON.parse(record.metadata) as unknown,
    ip: record.ip,
    consent: record.consent === null ? null : (JSON.parse(record.consent) as unknown),
    created: isoTime(record.createdAt),
    ended: isoTime(record.endedAt ?? 0),
    calls: record.steps.flatMap(({ vendorId }) => vendorId ?? []),
  }
}

function traceJson({ serviceId, calls, blockedUntil, endsAt }: NumberTrace) {
  return {
    /** null: all services together. */
    service_id: serviceId === everyService ? null : serviceId,
    calls: calls.map(isoTime),
    blocked_until: isoTime(blockedUntil),
    kept_until: isoTime(endsAt),
  }
}

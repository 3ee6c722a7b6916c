import { type CallRecord, notesOf } from '../../books/call.ts'
import { roubles } from '../../books/money.ts'
import { everyService, type NumberTrace } from '../../books/number-limit.ts'
import { saidNames, type Verification } from '../../books/verification.ts'
import { maskPhone } from '../../calls/phone-privacy.ts'
import { perform } from '../../operations/perform.ts'
import { numberErased } from '../../operations/recorded.ts'
import { pick } from '../../platform/pick.ts'
import { readCaller } from '../../storage/caller-identity.ts'
import { defineCommand, flag, operand } from '../command.ts'
import type { CommandContext } from '../command-context.ts'
import { confirm } from '../confirm.ts'
import { readPhone } from '../finding.ts'
import { phoneText } from '../readings.ts'
import { requireWholeSchema } from '../schema-of.ts'
import type { Terminal } from '../terminal.ts'
import { counted, isoTime, jsonOf } from '../wording.ts'

const exportKnown = defineCommand({
  words: 'privacy export',
  summary: 'Print everything that is known about a number, as JSON',
  operands: { number: operand('NUMBER', phoneText) },
  async run({ operands, open, terminal }) {
    const context = await open()
    await requireWholeSchema(context.store, 'privacy export')
    const json = await knownAbout(context, terminal, operands.number)
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
    await requireWholeSchema(context.store, 'privacy erase')
    const { e164 } = await readPhone(context, terminal, operands.number)
    const mask = maskPhone(e164)
    const phoneHash = context.hasher.hash(e164)
    if (!options.yes)
      await confirm(terminal, 'privacy erase', `Forget everything about ${mask}? This cannot be undone.`)
    await context.store.eraseMaskInActions(mask)
    await context.store.eraseMaskInRequests(mask)
    const erased = await context.store.erasePhone(phoneHash)
    await perform(context, numberErased, { calls: erased })
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

async function knownAbout(context: CommandContext, terminal: Terminal, typed: string) {
  const { e164 } = await readPhone(context, terminal, typed)
  const phoneHash = context.hasher.hash(e164)
  const [records, traces, since, own, phones, wrong, signIns, rows] = await Promise.all([
    context.store.callsOfPhone(phoneHash),
    context.store.numberTraces(phoneHash),
    context.store.doNotCallSince(phoneHash),
    context.store.ownPhonesOf(phoneHash),
    context.store.verificationsOf(phoneHash),
    context.store.wrongTriesOf(phoneHash),
    context.store.oidcRecordsOf(phoneHash),
    context.store.rowsOfPhone(phoneHash),
  ])
  return {
    phone: maskPhone(e164),
    exported: isoTime(context.now()),
    do_not_call_since: isoTime(since ?? 0),
    calls: records.map((each) => ({ ...others('calls', each.personal), ...callJson(each) })),
    own_phone_of: own.map(({ accountId, confirmedAt, endsAt }) => ({
      account_id: accountId,
      confirmed: isoTime(confirmedAt),
      code_valid_until: confirmedAt > 0 ? null : isoTime(endsAt),
    })),
    verifications: phones.map((each) => ({
      ...others('verifications', each.personal),
      ...verificationJson(each),
    })),
    wrong_codes: wrong.map(({ at, serviceId }) => ({ service_id: serviceId, at: isoTime(at) })),
    sign_ins: signIns.map(({ kind, endsAt }) => ({ kind, kept_until: isoTime(endsAt) })),
    limits: traces.map(traceJson),
    ...otherRows(rows),
  }
}

/** What the sections of an export say in words of their own, and what repeats it. Other columns are shown as they are stored. */
const worded: Readonly<Record<string, readonly string[]>> = {
  calls: ['phone_mask'],
  verifications: ['phone_mask', 'device', 'created_as'],
  own_phones: ['account_id', 'phone_mask', 'tries', 'ends_at', 'confirmed_at'],
  wrong_codes: ['tries', 'ends_at'],
  oidc_records: ['kind', 'payload', 'grant_id', 'uid', 'ends_at', 'consumed_at'],
  number_limits: ['service_id', 'calls', 'blocked_until', 'ends_at', 'version'],
}

const others = (table: string, row: object) =>
  Object.fromEntries(Object.entries(row).filter(([column]) => !worded[table]?.includes(column)))

function otherRows(rows: Readonly<Record<string, readonly object[]>>) {
  const left = Object.entries(rows).map(
    ([table, found]) => [table, found.map((row) => others(table, row))] as const,
  )
  return Object.fromEntries(left.filter(([, [first = {}]]) => Object.keys(first).length > 0))
}

/** What calls and verifications have in common. */
const shared = ['accountId', 'serviceId', 'test', 'country', 'operator', 'region', 'portedTo'] as const

/** Columns that have no member of their own stand beside these. */
const namedAsJson = (record: object) => jsonOf(record) as object

function callJson(record: CallRecord) {
  return namedAsJson({
    ...pick(record, 'vendorId', ...shared, 'mode', 'state', 'code', 'unique', 'startedAt', 'settledAt'),
    ...pick(record, 'reason', 'confirmationNumber', 'callbackUrl'),
    ...notesOf(record),
    phone: record.phoneMask,
    cost: roubles(record.costUnits),
    details: record.details === null ? null : (JSON.parse(record.details) as unknown),
    callerIdentity: readCaller(record.callerIdentity),
    repeatOf: record.firstVendorId,
  })
}

function verificationJson(record: Verification) {
  return namedAsJson({
    ...pick(record, 'id', ...shared, 'status', 'reason', ...saidNames, 'ip', 'createdAt', 'endedAt'),
    phone: record.phoneMask,
    metadata: JSON.parse(record.metadata) as unknown,
    consent: record.consent === null ? null : (JSON.parse(record.consent) as unknown),
    calls: record.steps.flatMap(({ vendorId }) => vendorId ?? []),
  })
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

import { Type } from 'typebox'
import type { CallMode } from '../telephony/calls/verdict.ts'
import { operation } from './operation.ts'
import { type Both, listed } from './wording.ts'

/** What is recorded and changes nothing in the store. */
const recorded = <Facts extends object>(name: string, log: (facts: Facts) => Both) =>
  operation({
    name,
    about: `Record ${name}`,
    isIndependent: true,
    input: Type.Unsafe<Facts>({}),
    log,
    run: (tx, facts: Facts) => tx.log(facts),
  })
export type Recorded<Facts extends object> = ReturnType<typeof recorded<Facts>>

type NoFacts = Readonly<Record<string, never>>

export const booksAudited = recorded<NoFacts>('books-audited', () => [
  'the ledger was audited',
  'проведена сверка счетов',
])

/** A read over the admin API, or a change that was refused there. */
export const adminCalled = recorded(
  'admin-call',
  ({ method, path, status }: { method: string; path: string; status: number }) => [
    `admin API: ${method} ${path}, status ${status}`,
    `admin API: ${method} ${path}, статус ${status}`,
  ],
)

const modesInRussian: Partial<Record<CallMode, string>> = {
  flash: 'звонок-сброс',
  voice: 'голос',
  mix: 'смешанный',
}

export const testCallPlaced = recorded(
  'test-call',
  ({ trunk, phoneMask, mode }: { trunk: string; phoneMask: string; mode: CallMode }) => [
    `test call over ${trunk} to ${phoneMask}, ${mode}`,
    `пробный звонок через ${trunk} на ${phoneMask}, ${modesInRussian[mode] ?? mode}`,
  ],
)

/** Every way was tested; the mask is "" when no phone was called. */
export const trunkTested = recorded(
  'trunk-tested',
  ({ trunk, phoneMask }: { trunk: string; phoneMask: string }) => [
    listed(`all ways of trunk ${trunk} tested`, phoneMask && `with calls to ${phoneMask}`),
    listed(`полная проверка транка ${trunk}`, phoneMask && `со звонками на ${phoneMask}`),
  ],
)

/** The last SIP messages were written to a file. */
export const sipCaptured = recorded(
  'sip-captured',
  (facts: { trunk: string; call: number | null; messages: number; isClear: boolean }) => {
    const { trunk, call, messages, isClear } = facts
    return [
      `${messages} SIP messages of ${call === null ? `trunk ${trunk}` : `call ${call}`} saved, numbers ${isClear ? 'in clear' : 'masked'}`,
      `выгружены SIP-сообщения (${messages}) ${call === null ? `транка ${trunk}` : `звонка ${call}`}, номера ${isClear ? 'открыты' : 'скрыты'}`,
    ]
  },
)

/** An operator looked at the statistics or the calls of a customer; at most one line an hour. */
export const accountOpened = recorded('account-opened', ({ account }: { account: number }) => [
  `looked at the quality and calls of account ${account}`,
  `открыты качество и звонки аккаунта ${account}`,
])

export const callOpened = recorded('call-opened', ({ account, call }: { account: number; call: number }) => [
  `looked at call ${call} of account ${account}`,
  `открыт звонок ${call} аккаунта ${account}`,
])

export const verificationOpened = recorded(
  'verification-opened',
  ({ account, verification }: { account: number; verification: string }) => [
    `looked at verification ${verification} of account ${account}`,
    `открыта проверка ${verification} аккаунта ${account}`,
  ],
)

export const numberErased = recorded('number-erased', ({ calls }: { calls: number }) => [
  `a phone number erased from calls: ${calls}`,
  `номер телефона стёрт из звонков: ${calls}`,
])

/** Proofs of consent of a service (0: of all) in a period, or of one number. */
export const consentExported = recorded(
  'consent-exported',
  ({ service, phoneMask }: { service: number; phoneMask: string }) => [
    `proofs of consent exported: ${listed(service === 0 ? '' : `service ${service}`, phoneMask)}`,
    `выгружены подтверждения согласия: ${listed(service === 0 ? '' : `сервис ${service}`, phoneMask)}`,
  ],
)

type NumberingData = 'registry' | 'porting'
const dataInRussian = { registry: 'реестра нумерации', porting: 'данных о переносе номеров' }

export const numberingImported = recorded(
  'numbering-import',
  ({ data, name, forced }: { data: NumberingData; name: string; forced: boolean }) => [
    `import of ${data} data: ${name}${forced ? ' (forced)' : ''}`,
    `загрузка ${dataInRussian[data]}: ${name}${forced ? ' (принудительно)' : ''}`,
  ],
)

export const numberingRolledBack = recorded(
  'numbering-rollback',
  ({ data, snapshot }: { data: NumberingData; snapshot: string }) => [
    `${data} data: returned to ${snapshot}`,
    `возврат ${dataInRussian[data]} к ${snapshot}`,
  ],
)

/** Values sealed with the new root secret, and those that still have the previous one. */
export const secretRotated = recorded(
  'secret-rotated',
  ({ sealed, left }: { sealed: number; left: number }) => [
    `root secret replaced: ${sealed} values sealed again, ${left} left`,
    `заменён корневой секрет: перешифровано значений ${sealed}, осталось ${left}`,
  ],
)

/** Records past their retention were deleted although the clock was days past the last deletion. */
export const clockTrusted = recorded('clock-trusted', ({ deleted }: { deleted: number }) => [
  `the clock was declared right, ${deleted} old records deleted`,
  `часы признаны верными, удалено старых записей: ${deleted}`,
])

export const moved = recorded('moved', ({ rows }: { rows: number }) => [
  `installation moved to PostgreSQL: ${rows} rows`,
  `установка перенесена в PostgreSQL: строк ${rows}`,
])

export const moveUndone = recorded<NoFacts>('move-undone', () => [
  'embedded store used again after a move',
  'после переноса снова открыта встроенная база',
])

/** Entries of calls up to the end of this month were summed. */
export const monthsClosed = recorded(
  'months-closed',
  ({ month, entries }: { month: string; entries: number }) => [
    `months of the ledger up to ${month} closed: ${entries} entries`,
    `закрыты месяцы книги по ${month}: записей ${entries}`,
  ],
)

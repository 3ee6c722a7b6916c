import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { backup } from 'node:sqlite'
import * as accounts from '../queries/accounts.ts'
import * as operator from '../queries/operator.ts'
import * as services from '../queries/services.ts'
import { settingsVersion } from '../queries/settings-version.ts'
import * as trunks from '../queries/trunks.ts'
import * as verifications from '../queries/verifications.ts'
import type { Store, StoreOptions } from '../store.ts'
import { openForReading } from './connection.ts'
import { HeavyReader } from './heavy-reader.ts'
import type { operations } from './operations.ts'
import { Reader } from './reader.ts'
import { Writer } from './writer.ts'

type Operations = typeof operations

export interface SqliteStoreOptions extends StoreOptions {
  readonly file: string
  /** The writer died and the outcome of its last commit is unknown: the process has to end and recover. */
  readonly onCrash: (error: Error) => void
}

/** The embedded store: one writer thread, point reads on the caller's thread, long reads on their own. */
export async function openSqliteStore({ file, onCrash, ...options }: SqliteStoreOptions): Promise<Store> {
  const writer = await Writer.start(file, options, onCrash)
  const database = openForReading(file)
  const reader = new Reader(database)
  const heavy = new HeavyReader(file)

  const write = <K extends keyof Operations>(operation: K, input: Parameters<Operations[K]>[1]) =>
    writer.run(operation, input) as Promise<Awaited<ReturnType<Operations[K]>>>

  return {
    admitCall: (request) => write('admitCall', request),
    admitInbound: (request) => write('admitInbound', request),
    admitRepeat: (request) => write('admitRepeat', request),
    settle: (settlement) => write('settle', settlement),
    charge: (request) => write('charge', request),
    topUp: (request) => write('topUp', request),
    verification: (vendorId) => verifications.verification(reader, vendorId),
    repeatsOf: (firstVendorId) => verifications.repeatsOf(reader, firstVendorId),
    dueVerifications: (request) => verifications.dueVerifications(reader, request),
    openCalls: (request) => verifications.openCalls(reader, request),
    ledger: (request) => accounts.ledger(reader, request),
    audit: () => heavy.read('audit'),
    purge: (request) => write('purge', request),

    createAccount: (account) => write('createAccount', account),
    account: (id) => accounts.account(reader, id),
    accounts: () => accounts.accounts(reader),
    setAccountStatus: (request) => write('setAccountStatus', request),
    setPhoneConfirmed: (request) => write('setPhoneConfirmed', request),
    createService: (service) => write('createService', service),
    service: (id) => services.service(reader, id),
    services: (accountId) => services.services(reader, accountId),
    changeService: (change) => write('changeService', change),
    rotateKey: (rotation) => write('rotateKey', rotation),
    recordRequests: (requests) => write('recordRequests', requests),
    recordAction: (accountId, action) => write('recordAction', { accountId, action }),
    actions: (request) => accounts.actions(reader, request),

    tariffs: () => operator.tariffs(reader),
    saveTariff: (tariff) => write('saveTariff', tariff),
    savePrice: (tariff, price) => write('savePrice', { tariff, price }),
    spendCaps: () => operator.spendCaps(reader),
    saveSpendCap: (cap) => write('saveSpendCap', cap),
    confirmationNumbers: () => operator.confirmationNumbers(reader),
    addConfirmationNumbers: (request) => write('addConfirmationNumbers', request),
    blockedAddresses: () => operator.blockedAddresses(reader),
    blockAddress: (request) => write('blockAddress', request),
    unblockAddress: (address) => write('unblockAddress', address),
    trunks: () => trunks.trunks(reader),
    saveTrunk: (trunk) => write('saveTrunk', trunk),
    removeTrunk: (name) => write('removeTrunk', name),
    callerRanges: () => trunks.callerRanges(reader),
    addCallerRange: (range) => write('addCallerRange', range),
    removeCallerRange: (range) => write('removeCallerRange', range),
    settingsVersion: () => settingsVersion(reader),

    addDoNotCall: (request) => write('addDoNotCall', request),
    removeDoNotCall: (phoneHash) => write('removeDoNotCall', phoneHash),
    isDoNotCall: (phoneHash) => verifications.isDoNotCall(reader, phoneHash),
    verificationsOfPhone: (phoneHash) => heavy.read('verificationsOfPhone', phoneHash),
    erasePhone: (phoneHash) => write('erasePhone', phoneHash),

    heartbeat: (at) => write('heartbeat', at),
    claimMeta: (request) => write('claimMeta', request),
    backup: (target) => backUp(target),
    async close() {
      await writer.close()
      await heavy.close()
      reader.close()
    },
  }

  /** Under its final name only when it is whole and on disk. */
  async function backUp(target: string): Promise<void> {
    const unfinished = `${target}.unfinished`
    await rm(unfinished, { force: true })
    await backup(database, unfinished)
    await syncToDisk(unfinished)
    await rename(unfinished, target)
    await syncToDisk(dirname(target))
  }
}

async function syncToDisk(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

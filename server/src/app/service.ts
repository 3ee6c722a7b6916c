import type { Server as TlsServer } from 'node:https'
import { recoverCalls } from '../calls/settler.ts'
import { releaseRecord } from '../config/setting-changes.ts'
import { watchCertificate } from '../http/listeners.ts'
import { AddressList } from '../platform/address-list.ts'
import { oneAtATime } from '../platform/one-at-a-time.ts'
import { composeDomain, type Domain } from './compose-domain.ts'
import { composeNode } from './compose-node.ts'
import { ensureTariff, openDemo } from './first-run.ts'
import { type Foundation, openFoundation, type ServiceDeps } from './foundation.ts'
import { certificateReport } from './open-listeners.ts'
import { openWeb, type Reloading } from './open-web.ts'
import { startTasks } from './start-tasks.ts'
import { stoppingOf } from './stop-service.ts'

export type RunningService = Awaited<ReturnType<typeof startService>>

/** Composes the modules and opens the listeners. When it returns, the service is ready. */
export async function startService(deps: ServiceDeps) {
  const base = await openFoundation(deps)
  const { settings, store, clock, random, log, demo, passwords } = base
  const domain = await composeDomain(base)
  const { sip, incoming } = domain
  const followers: { follow(): Promise<void> }[] = []
  const reloading = reloadingOf(base, domain, async () => {
    for (const each of followers) await each.follow()
  })
  await prepareStore(base, domain, reloading)

  let isReady = false
  const web = await openWeb(base, domain, reloading, () => isReady)
  const { baseUrl, altBaseUrl, metricsUrl, tls } = web
  followers.push(web.cabinet.admin, web.oidc)
  await incoming.start(web.servers, baseUrl)
  const tasks = startTasks(base, domain, web, reloading.reload)
  const certificate = tls && watchCertificate(web.primary as TlsServer, tls, clock, certificateReport(log))
  const opened = await openDemo({
    demo,
    store,
    clock,
    random,
    passwords,
    folder: settings.RINGKEY_DATA,
    sealedWebhookSecret: incoming.secrets.newSealed(),
    addresses: { primary: baseUrl, secondary: altBaseUrl },
    defaultCountries: base.installation.settings.defaultCountries,
  })
  await reloading.reload()
  const node = await composeNode(base, domain, web.ownAddress)
  // Before the service reports ready: a process that waits for it may request `/health` at once.
  await sip.waitForSimulator()
  isReady = true

  return {
    baseUrl,
    altBaseUrl,
    metricsUrl,
    /** Of the admin API; "" while it is closed. */
    adminUrl: () => web.cabinet.admin.url,
    ...opened,
    /** 0 without SIP of its own. */
    sipPort: sip.opened?.sipPort ?? 0,
    /** Receives telephony's reports of calls to confirmation numbers. */
    inbound: incoming.inbound,
    ...stoppingOf({ base, domain, web, tasks, node, certificate }),
    /** Reloads the certificate files and the settings in the store; environment settings need a restart. */
    async reload() {
      await certificate?.renew()
      await reloading.reload()
    },
  }
}

/** Brings the caches of this process up to date with the settings in the store. */
function reloadingOf(
  { store, demo, installation, log }: Foundation,
  domain: Domain,
  followWeb: () => Promise<void>,
): Reloading {
  let blocked = new AddressList([])
  return {
    blockedAddresses: () => blocked,
    reload: oneAtATime(async () => {
      const wasDemo = demo.isOn
      await demo.reload()
      await installation.reload()
      if (wasDemo && !demo.isOn) log.info({ event: 'demo-ended' }, `the demo has ended: ${demo.explanation}`)
      // The order matters: an account that is read again must find its new tariff.
      await domain.catalogue.reload()
      domain.directory.forget()
      await domain.dialects.reload()
      await domain.velocity.reload()
      await domain.blockedPrefixes.reload()
      await domain.sip.opened?.reload()
      // Not awaited: a set of ported numbers has a hundred megabytes.
      void domain.numberingData.follow()
      blocked = new AddressList((await store.blockedAddresses()).map(({ address }) => address))
      await followWeb()
    }),
  }
}

/** What a start writes, and what a crash left open. */
async function prepareStore(
  { store, clock, log }: Foundation,
  { settler, hasher }: Domain,
  { reload }: Reloading,
): Promise<void> {
  await ensureTariff(store)
  await store.recordRelease(JSON.stringify(releaseRecord()))
  await reload()
  if (store.isShared) return
  await recoverCalls(settler, hasher, log)
  const restarted = await store.restartLifetimes(clock.now())
  if (restarted === 0) return
  log.warn(
    { event: 'lifetimes-restarted', restarted },
    'the clock is behind the last run: the lifetimes of open requests start again',
  )
}

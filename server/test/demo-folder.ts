import { cpSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureDemo, ensureTariff } from '../src/app/first-run.ts'
import { openInstallation } from '../src/app/open-installation.ts'
import { readSettings } from '../src/config/settings.ts'
import { systemRandom } from '../src/platform/random.ts'
import { defaultInstallationSettings } from '../src/storage/queries/installation.ts'
import { WebhookSecrets } from '../src/webhooks/secrets.ts'
import { cheapPasswords } from './cheap-passwords.ts'
import { ManualClock } from './manual-clock.ts'

/** Settings with which a first run would make something else, or make it elsewhere. */
const settingsOfFirstRun = /^RINGKEY_(DATA|DEMO|SECRET|SECRET_FILE|DATABASE_URL)$/

let template: Promise<string> | undefined

/**
 * Fills a folder with what a first run leaves there: the migrated store, the demo account, its files. It is made once
 * for a worker, because migrating a store takes longer than copying it.
 */
export async function fillFromFirstRun(
  folder: string,
  settings: Readonly<Record<string, string>>,
): Promise<void> {
  if (Object.keys(settings).some((name) => settingsOfFirstRun.test(name))) return
  template ??= makeTemplate()
  cpSync(await template, folder, { recursive: true })
}

async function makeTemplate(): Promise<string> {
  const folder = mkdtempSync(join(process.env.RINGKEY_TEST_RUN ?? tmpdir(), 'first-run-'))
  const settings = readSettings({ RINGKEY_DATA: folder })
  const { store, secrets } = await openInstallation(settings, systemRandom, (error) => {
    throw error
  })
  const { sealer } = secrets
  const clock = new ManualClock()
  await ensureTariff(store)
  await ensureDemo({
    store,
    folder,
    random: systemRandom,
    passwords: cheapPasswords,
    sealedWebhookSecret: new WebhookSecrets({ store, sealer, random: systemRandom, clock }).newSealed(),
    addresses: { primary: 'http://127.0.0.1', secondary: 'http://127.0.0.1' },
    defaultCountries: defaultInstallationSettings.defaultCountries,
    at: clock.now(),
  })
  await store.close()
  return folder
}

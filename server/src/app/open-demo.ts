import { existsSync } from 'node:fs'
import type { DemoMode } from '../accounts/demo-mode.ts'
import { makeDemoLink } from '../cabinet/demo-link.ts'
import type { Clock } from '../platform/clock.ts'
import { type DemoParts, ensureDemo, type FirstRun, firstRunFile } from './first-run.ts'

export interface OpenedDemo {
  readonly firstRun: FirstRun | undefined
  /** This start made what `firstRun` tells. */
  readonly isFirstRun: boolean
  readonly demo: DemoMode
  /** A fresh one-time link into the demo; undefined while the demo is off or its account is gone. */
  demoLink(): Promise<string | undefined>
}

type OpenDemoParts = Omit<DemoParts, 'at'> & { readonly demo: DemoMode; readonly clock: Clock }

/** Makes the demo's account where the demo is on and the store is empty. */
export async function openDemo({ demo, clock, ...parts }: OpenDemoParts): Promise<OpenedDemo> {
  const { store, random, addresses } = parts
  const hadFile = existsSync(firstRunFile(parts.folder))
  const firstRun = demo.isOn ? await ensureDemo({ ...parts, at: clock.now() }) : undefined
  return {
    firstRun,
    isFirstRun: !hadFile && firstRun !== undefined,
    demo,
    async demoLink() {
      if (!demo.isOn) return undefined
      const made = await makeDemoLink({
        store,
        links: store,
        random,
        now: clock.now(),
        publicUrl: addresses.primary,
      })
      return made?.link
    },
  }
}

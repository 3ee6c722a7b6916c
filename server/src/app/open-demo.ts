import { existsSync } from 'node:fs'
import type { DemoMode } from '../accounts/demo-mode.ts'
import { makeDemoLink } from '../cabinet/demo-link.ts'
import type { Clock } from '../platform/clock.ts'
import { type DemoDeps, ensureDemo, type FirstRun, firstRunFile } from './first-run.ts'

export interface OpenedDemo {
  readonly firstRun: FirstRun | undefined
  /** This start created what `firstRun` contains. */
  readonly isFirstRun: boolean
  readonly demo: DemoMode
  /** A new one-time link into the demo; undefined when the demo is off or its account is gone. */
  demoLink(): Promise<string | undefined>
}

type OpenDemoDeps = Omit<DemoDeps, 'at'> & { readonly demo: DemoMode; readonly clock: Clock }

/** Creates the demo's account when the demo is on and the store is empty. */
export async function openDemo({ demo, clock, ...deps }: OpenDemoDeps): Promise<OpenedDemo> {
  const { store, random, addresses } = deps
  const hadFile = existsSync(firstRunFile(deps.folder))
  const firstRun = demo.isOn ? await ensureDemo({ ...deps, at: clock.now() }) : undefined
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

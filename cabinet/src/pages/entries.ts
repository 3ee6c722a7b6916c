import type { Permission } from '@ringkey/server/cabinet-api'
import { type Icon, IconDeviceMobile, IconKey } from '@tabler/icons-react'
import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import type { navigationTexts } from './texts.ts'

/** A page of the cabinet: where it is, who may see it, how it is found. Each loads when it is first opened. */
export interface PageEntry {
  readonly path: string
  readonly name: keyof typeof navigationTexts.en
  readonly icon: Icon
  /** null is everybody who is signed in. */
  readonly needs: Permission | 'operator' | null
  readonly inRail: boolean
  /** `g` and this letter goes there. */
  readonly letter: string | null
  readonly component: LazyExoticComponent<ComponentType>
}

export const pageEntries: readonly PageEntry[] = [
  {
    path: '/services',
    name: 'services',
    icon: IconKey,
    needs: 'read',
    inRail: true,
    letter: 's',
    component: lazy(() => import('./services/services-page.tsx')),
  },
  {
    path: '/phone',
    name: 'phone',
    icon: IconDeviceMobile,
    needs: null,
    inRail: false,
    letter: 'p',
    component: lazy(() => import('./phone/phone-page.tsx')),
  },
]

import type { Permission } from '@ringkey/server/cabinet-api'
import {
  type Icon,
  IconBuildingBank,
  IconHash,
  IconKey,
  IconListNumbers,
  IconReceipt,
  IconServer2,
  IconShieldLock,
  IconTopologyStar3,
} from '@tabler/icons-react'
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
    path: '/trunks',
    name: 'trunks',
    icon: IconTopologyStar3,
    needs: 'operator',
    inRail: true,
    letter: 't',
    component: lazy(() => import('./trunks/trunks-page.tsx')),
  },
  {
    path: '/pools',
    name: 'pools',
    icon: IconHash,
    needs: 'operator',
    inRail: true,
    letter: 'p',
    component: lazy(() => import('./pools/pools-page.tsx')),
  },
  {
    path: '/tariffs',
    name: 'tariffs',
    icon: IconReceipt,
    needs: 'operator',
    inRail: true,
    letter: 'f',
    component: lazy(() => import('./tariffs/tariffs-page.tsx')),
  },
  {
    path: '/accounts',
    name: 'accounts',
    icon: IconBuildingBank,
    needs: 'operator',
    inRail: true,
    letter: 'c',
    component: lazy(() => import('./accounts/accounts-page.tsx')),
  },
  {
    path: '/accounts/:id',
    name: 'accounts',
    icon: IconBuildingBank,
    needs: 'operator',
    inRail: false,
    letter: null,
    component: lazy(() => import('./accounts/account-page.tsx')),
  },
  {
    path: '/numbering',
    name: 'numbering',
    icon: IconListNumbers,
    needs: 'operator',
    inRail: true,
    letter: 'n',
    component: lazy(() => import('./numbering/numbering-page.tsx')),
  },
  {
    path: '/protection',
    name: 'protection',
    icon: IconShieldLock,
    needs: 'operator',
    inRail: true,
    letter: 'b',
    component: lazy(() => import('./protection/protection-page.tsx')),
  },
  {
    path: '/nodes',
    name: 'nodes',
    icon: IconServer2,
    needs: 'operator',
    inRail: true,
    letter: 'h',
    component: lazy(() => import('./nodes/nodes-page.tsx')),
  },
]

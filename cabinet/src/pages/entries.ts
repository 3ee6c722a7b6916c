import type { Permission } from '@ringkey/server/cabinet-api'
import {
  type Icon,
  IconBuildingBank,
  IconChartBar,
  IconHash,
  IconHome,
  IconKey,
  IconListNumbers,
  IconListSearch,
  IconPhoneCall,
  IconReceipt,
  IconServer2,
  IconShieldLock,
  IconTopologyStar3,
  IconUserCircle,
  IconWallet,
  IconWebhook,
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

/** In the order of the rail. */
export const pageEntries: readonly PageEntry[] = [
  {
    path: '/',
    name: 'overview',
    icon: IconHome,
    needs: 'read',
    inRail: true,
    letter: 'o',
    component: lazy(() => import('./overview/overview-page.tsx')),
  },
  {
    path: '/verifications',
    name: 'verifications',
    icon: IconListSearch,
    needs: 'read',
    inRail: true,
    letter: 'v',
    component: lazy(() => import('./verifications/verifications-page.tsx')),
  },
  {
    path: '/verifications/:vendorId',
    name: 'verifications',
    icon: IconListSearch,
    needs: 'read',
    inRail: false,
    letter: null,
    component: lazy(() => import('./verifications/detail/detail-page.tsx')),
  },
  {
    path: '/try',
    name: 'try',
    icon: IconPhoneCall,
    needs: 'change-services',
    inRail: true,
    letter: 't',
    component: lazy(() => import('./try/try-page.tsx')),
  },
  {
    path: '/webhooks',
    name: 'webhooks',
    icon: IconWebhook,
    needs: 'read',
    inRail: true,
    letter: 'w',
    component: lazy(() => import('./webhooks/webhooks-page.tsx')),
  },
  {
    path: '/webhooks/:vendorId',
    name: 'webhooks',
    icon: IconWebhook,
    needs: 'read',
    inRail: false,
    letter: null,
    component: lazy(() => import('./webhooks/webhook-page.tsx')),
  },
  {
    path: '/statistics',
    name: 'statistics',
    icon: IconChartBar,
    needs: 'read',
    inRail: true,
    letter: 'i',
    component: lazy(() => import('./statistics/statistics-page.tsx')),
  },
  {
    path: '/money',
    name: 'money',
    icon: IconWallet,
    needs: 'read-money',
    inRail: true,
    letter: 'm',
    component: lazy(() => import('./money/money-page.tsx')),
  },
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
    path: '/services/:id',
    name: 'services',
    icon: IconKey,
    needs: 'read',
    inRail: false,
    letter: null,
    component: lazy(() => import('./services/service-page.tsx')),
  },
  {
    path: '/account',
    name: 'account',
    icon: IconUserCircle,
    needs: null,
    inRail: true,
    letter: 'a',
    component: lazy(() => import('./account/account-page.tsx')),
  },
  {
    path: '/trunks',
    name: 'trunks',
    icon: IconTopologyStar3,
    needs: 'operator',
    inRail: true,
    letter: 'r',
    component: lazy(() => import('./trunks/trunks-page.tsx')),
  },
  {
    path: '/pools',
    name: 'pools',
    icon: IconHash,
    needs: 'operator',
    inRail: true,
    letter: 'l',
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

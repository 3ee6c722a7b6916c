import type { Permission } from '@ringkey/server/cabinet-api'
import type { ComponentType, LazyExoticComponent } from 'react'
import {
  type Icon,
  IconBuildingBank,
  IconChartBar,
  IconCode,
  IconHeartRateMonitor,
  IconHome,
  IconKey,
  IconListNumbers,
  IconListSearch,
  IconShieldCheck,
  IconShieldLock,
  IconTopologyStar3,
  IconUserCircle,
  IconWallet,
} from '../parts/icons.tsx'
import { lazily } from '../parts/lazily.ts'
import type { navigationTexts } from './texts.ts'

/** The entries of the rail, in its order: those of an owner, and those of the operators' console. */
export const sections = {
  overview: IconHome,
  verifications: IconShieldCheck,
  quality: IconChartBar,
  money: IconWallet,
  services: IconKey,
  developers: IconCode,
  team: IconUserCircle,
  health: IconHeartRateMonitor,
  trunksAndNumbers: IconTopologyStar3,
  customers: IconBuildingBank,
  numbering: IconListNumbers,
  protection: IconShieldLock,
  log: IconListSearch,
} as const satisfies Partial<Record<keyof typeof navigationTexts.en, Icon>>
export type Section = keyof typeof sections

/** A page of the cabinet: its address, who may see it, its place in the menu. Each page loads when first opened. */
export interface PageEntry {
  readonly path: string
  readonly section: Section
  readonly name: keyof typeof navigationTexts.en
  /** null is everybody who is signed in. */
  readonly needs: Permission | 'operator' | null
  /** The rail leads to the first of its section, and tabs lead from one to the other. */
  readonly isTab?: true
  /** `g` and this letter goes there, by the place of the key on an English keyboard. */
  readonly letter: string | null
  /** What it shows is of the service that the bar has chosen. */
  readonly isByService?: true
  readonly component: LazyExoticComponent<ComponentType>
}

type Load = () => Promise<{ default: ComponentType }>

/** A page that others lead to. */
const page = (path: string, name: PageEntry['name'], load: Load, more: Partial<PageEntry> = {}) => ({
  path,
  name,
  letter: null,
  component: lazily(load),
  ...more,
})

const tab = (
  path: string,
  name: PageEntry['name'],
  letter: string | null,
  load: Load,
  more: Partial<PageEntry> = {},
) => page(path, name, load, { letter, isTab: true, ...more })

const inSection = (
  section: Section,
  needs: PageEntry['needs'],
  pages: readonly Omit<PageEntry, 'section' | 'needs'>[],
): readonly PageEntry[] => pages.map((each) => ({ section, needs, ...each }))

/** In the order of the rail and its tabs. */
export const pageEntries: readonly PageEntry[] = [
  ...inSection('overview', 'read', [
    tab('/', 'overview', 'o', () => import('./overview/overview-page.tsx'), { isByService: true }),
  ]),
  ...inSection('verifications', 'read', [
    tab('/verifications', 'verifications', 'v', () => import('./verifications/verifications-page.tsx'), {
      isByService: true,
    }),
    tab('/support', 'support', null, () => import('./support/support-page.tsx')),
    page('/verifications/:id', 'verifications', () => import('./verifications/detail/verification-page.tsx')),
  ]),
  ...inSection('quality', 'read', [
    tab('/quality', 'quality', 'i', () => import('./quality/quality-page.tsx'), { isByService: true }),
  ]),
  ...inSection('money', 'read-money', [
    tab('/money', 'money', 'm', () => import('./money/money-page.tsx')),
    tab('/money/ledger', 'ledger', 'x', () => import('./money/ledger-page.tsx')),
    page('/money/statements/:month', 'money', () => import('./money/statement-page.tsx')),
  ]),
  ...inSection('services', 'read', [
    tab('/services', 'services', 's', () => import('./services/services-page.tsx')),
    page('/services/:id', 'services', () => import('./services/service-page.tsx')),
  ]),
  ...inSection('developers', 'read', [
    tab('/quick-start', 'quickStart', 'k', () => import('./quick-start/quick-start-page.tsx')),
    tab('/try', 'try', 't', () => import('./try/try-page.tsx'), { needs: 'change-services' }),
    tab('/reference', 'reference', 'e', () => import('./reference/reference-page.tsx')),
    tab('/webhooks', 'webhooks', 'w', () => import('./webhooks/webhooks-page.tsx'), { isByService: true }),
    page('/webhooks/:id', 'webhooks', () => import('./webhooks/webhook-page.tsx')),
    tab('/requests', 'requests', 'q', () => import('./requests/requests-page.tsx'), { isByService: true }),
    page('/phone', 'phone', () => import('./phone/phone-page.tsx'), { needs: null, letter: 'p' }),
  ]),
  ...inSection('team', null, [tab('/account', 'account', 'a', () => import('./account/account-page.tsx'))]),
  ...inSection('health', 'operator', [
    tab('/console/alarms', 'alarms', 'j', () => import('./alarms/alarms-page.tsx')),
    page('/console/notices/:id', 'alarms', () => import('./webhooks/webhook-page.tsx')),
    tab('/console/quality', 'quality', null, () => import('./quality/quality-page.tsx')),
    tab('/console/nodes', 'nodes', 'h', () => import('./nodes/nodes-page.tsx')),
    tab('/console/settings', 'installation', null, () => import('./installation/installation-page.tsx')),
  ]),
  ...inSection('trunksAndNumbers', 'operator', [
    tab('/console/trunks', 'trunks', 'r', () => import('./trunks/trunks-page.tsx')),
    tab('/console/pools', 'pools', 'l', () => import('./pools/pools-page.tsx')),
    tab(
      '/console/caller-id-health',
      'callerIdHealth',
      'u',
      () => import('./caller-id-health/caller-id-health-page.tsx'),
    ),
  ]),
  ...inSection('customers', 'operator', [
    tab('/console/accounts', 'accounts', 'c', () => import('./accounts/accounts-page.tsx')),
    page('/console/accounts/:id', 'accounts', () => import('./accounts/account-page.tsx')),
    page('/console/statements/:number', 'accounts', () => import('./money/statement-page.tsx')),
    tab('/console/money', 'money', 'z', () => import('./accounts/money-page.tsx')),
    tab(
      '/console/verifications',
      'verifications',
      null,
      () => import('./verifications/verifications-page.tsx'),
    ),
    page(
      '/console/verifications/:id',
      'verifications',
      () => import('./verifications/detail/verification-page.tsx'),
    ),
    tab('/console/tariffs', 'tariffs', 'f', () => import('./tariffs/tariffs-page.tsx')),
  ]),
  ...inSection('numbering', 'operator', [
    tab('/console/numbering', 'numbering', 'n', () => import('./numbering/numbering-page.tsx')),
  ]),
  ...inSection('protection', 'operator', [
    tab('/console/protection', 'protection', 'b', () => import('./protection/protection-page.tsx')),
  ]),
  ...inSection('log', 'operator', [tab('/console/log', 'log', 'y', () => import('./nodes/log-page.tsx'))]),
]

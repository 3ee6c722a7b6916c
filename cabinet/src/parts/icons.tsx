// Tabler's icons, from the collection as data: the React package of it has 10,000 files. The build keeps those named here.
import tabler from '@iconify-json/tabler/icons.json'
import type { ReactElement, SVGProps } from 'react'

interface IconProperties extends SVGProps<SVGSVGElement> {
  readonly size?: number
}
export type Icon = (properties: IconProperties) => ReactElement

function icon(name: keyof typeof tabler.icons): Icon {
  const drawing = { __html: tabler.icons[name].body }
  return ({ size = 24, ...properties }) => (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: a fixed text of the collection
    <svg width={size} height={size} viewBox="0 0 24 24" {...properties} dangerouslySetInnerHTML={drawing} />
  )
}

export const IconAdjustmentsHorizontal = icon('adjustments-horizontal')
export const IconAlertCircle = icon('alert-circle')
export const IconAlertTriangle = icon('alert-triangle')
export const IconArrowDown = icon('arrow-down')
export const IconArrowLeft = icon('arrow-left')
export const IconArrowUp = icon('arrow-up')
export const IconArrowsSort = icon('arrows-sort')
export const IconBackspace = icon('backspace')
export const IconBell = icon('bell')
export const IconBellOff = icon('bell-off')
export const IconBookmark = icon('bookmark')
export const IconBuildingBank = icon('building-bank')
export const IconBulb = icon('bulb')
export const IconCalendar = icon('calendar')
export const IconChartBar = icon('chart-bar')
export const IconCheck = icon('check')
export const IconChevronDown = icon('chevron-down')
export const IconChevronUp = icon('chevron-up')
export const IconCircle = icon('circle')
export const IconCircleCheck = icon('circle-check')
export const IconCircleCheckFilled = icon('circle-check-filled')
export const IconCircleX = icon('circle-x')
export const IconClock = icon('clock')
export const IconCode = icon('code')
export const IconCopy = icon('copy')
export const IconDeviceDesktop = icon('device-desktop')
export const IconDownload = icon('download')
export const IconFileText = icon('file-text')
export const IconGridDots = icon('grid-dots')
export const IconHeartRateMonitor = icon('heart-rate-monitor')
export const IconHome = icon('home')
export const IconInfoCircle = icon('info-circle')
export const IconKey = icon('key')
export const IconListNumbers = icon('list-numbers')
export const IconListSearch = icon('list-search')
export const IconLogout = icon('logout')
export const IconMinus = icon('minus')
export const IconMoon = icon('moon')
export const IconPhone = icon('phone')
export const IconPhoneCall = icon('phone-call')
export const IconPhoneIncoming = icon('phone-incoming')
export const IconPhoneOff = icon('phone-off')
export const IconPhoneOutgoing = icon('phone-outgoing')
export const IconPlayerPause = icon('player-pause')
export const IconPlayerPauseFilled = icon('player-pause-filled')
export const IconPlayerPlayFilled = icon('player-play-filled')
export const IconPlus = icon('plus')
export const IconPrinter = icon('printer')
export const IconRefresh = icon('refresh')
export const IconSearch = icon('search')
export const IconSend = icon('send')
export const IconServerCog = icon('server-cog')
export const IconShieldCheck = icon('shield-check')
export const IconShieldLock = icon('shield-lock')
export const IconSun = icon('sun')
export const IconTopologyStar3 = icon('topology-star-3')
export const IconTrash = icon('trash')
export const IconUpload = icon('upload')
export const IconUserCircle = icon('user-circle')
export const IconWallet = icon('wallet')
export const IconWebhook = icon('webhook')
export const IconX = icon('x')

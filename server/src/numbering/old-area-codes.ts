/**
 * Codes that were replaced by others with the subscriber numbers unchanged, keyed by the first three
 * national digits. No code on the left is in use today, so a number that is written with one can only
 * mean the new one.
 *
 * Russia, 0xx -> 4xx on 1 December 2005, the old codes off since 1 February 2006, and the mobile 097 ->
 * 997 on 25 December 2005: order No. 95 of the Ministry of Information Technologies and Communications
 * of 3 August 2005. Kaliningrad's 011 became 401; the others changed their first digit only.
 *
 * Kazakhstan, 3xx -> 7xx: the agreement with Russia of 11 June 2006 gave it 6xx and 7xx and left 3xx to
 * Russia; its areas are 710 to 729 since. 336 is missing on purpose: Baikonur's +7 336 is Russian.
 */
const oldAreaCodes: Readonly<Record<string, string>> = {
  '011': '401', // Kaliningrad
  '071': '471', // Kursk
  '072': '472', // Belgorod
  '073': '473', // Voronezh
  '074': '474', // Lipetsk
  '075': '475', // Tambov
  '081': '481', // Smolensk
  '082': '482', // Tver
  '083': '483', // Bryansk
  '084': '484', // Kaluga
  '085': '485', // Yaroslavl
  '086': '486', // Orel
  '087': '487', // Tula
  '091': '491', // Ryazan
  '092': '492', // Vladimir
  '093': '493', // Ivanovo
  '094': '494', // Kostroma
  '095': '495', // Moscow
  '096': '496', // Moscow region
  '097': '997', // mobile, Moscow
  '310': '710', // Zhezkazgan
  '311': '711', // Uralsk
  '312': '712', // Atyrau
  '313': '713', // Aktobe
  '314': '714', // Kostanay
  '315': '715', // Petropavlovsk
  '316': '716', // Kokshetau
  '317': '717', // Astana
  '318': '718', // Pavlodar
  '321': '721', // Karaganda
  '322': '722', // Semey
  '323': '723', // Ust-Kamenogorsk
  '324': '724', // Kyzylorda
  '325': '725', // Shymkent
  '326': '726', // Taraz
  '327': '727', // Almaty
  '328': '728', // Taldykorgan
  '329': '729', // Aktau
}

/** The national number of +7 with today's area code. */
export function withCurrentAreaCode(national: string): string {
  const first = national.charCodeAt(0)
  if (first !== 48 && first !== 51) return national // every old code begins with 0 or 3
  const current = oldAreaCodes[national.slice(0, 3)]
  return current === undefined ? national : current + national.slice(3)
}

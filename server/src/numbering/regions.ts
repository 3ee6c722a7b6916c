import regions from '../../assets/numbering/regions.json' with { type: 'json' }

/**
 * Regions with their main city, and the codes that belong to them: mobile codes of which at least half of the numbers are
 * there (registry of August 2026), and area codes (April 2021). The Moscow and Leningrad regions share their numbering with
 * the city that they surround, so that city is theirs here. Toll-free and paid codes (80x) belong to no region.
 */
const regionByCode = new Map(
  regions.flatMap(({ region, codes }) => (codes.match(/\d+/g) ?? []).map((code) => [code, region])),
)

const surroundings = new Set(['республика', 'город', 'г', ''])

/** A region is known by the first word of its name besides "Республика" and "Город": registries write the rest in several ways. */
const firstWord = (region: string) =>
  region
    .toLowerCase()
    .split(/[^а-яё]+/)
    .find((word) => !surroundings.has(word)) ?? ''

const cityByWord = new Map(regions.map(({ region, city }) => [firstWord(region), city]))

/** A cache of texts: a registry has about 200, and parsing one costs as much as everything else. */
const answered = new Map<string, string>()
const maxAnswered = 4096

/** "" if the text names no single region ("Российская Федерация"). Of several regions the first counts. */
export function capitalOf(region: string): string {
  const known = answered.get(region)
  if (known !== undefined) return known
  const capital = cityByWord.get(firstWord(region)) ?? ''
  if (answered.size < maxAnswered) answered.set(region, capital)
  return capital
}

/**
 * What a new installation knows about Russian codes before a registry is imported. Derived by us from the registry of
 * August 2026. A mobile code names its main network when that network holds at least half of its numbers. Weighted by
 * numbers, the network is named for 89 % and right for 91 % of those; the region is named for 22 % and right for 81 % of
 * those.
 */
const mainNetworks: Readonly<Record<string, string>> = {
  '7740000076': '910 911 912 913 914 915 916 917 918 919 980 981 982 983 984 985 986 987 988 989',
  '7713076301': '903 905 906 909 960 961 962 963 964 965 966 967 968 969',
  '7812014560': '920 921 922 923 924 925 926 927 928 929 930 936 937 938',
  '7743895280': '900 901 902 904 908 950 951 952 953 977 992',
  '7703383783': '941 942',
  '7722553712': '955 997',
  '7707049388': '970 971',
  '7743200179': '993 995',
  '7701725181': '996 999',
  '9308013351': '949',
  '7715733344': '954',
  '9402011009': '959',
  '2308210371': '990',
}

const innByCode = new Map(
  Object.entries(mainNetworks).flatMap(([inn, codes]) => codes.split(' ').map((code) => [code, inn])),
)

/** The INN of the main network and the region; "" where they are not known. */
export function seedOf(national: string) {
  const code = national.slice(0, 3)
  return { inn: innByCode.get(code) ?? '', region: regionByCode.get(code) ?? '' }
}

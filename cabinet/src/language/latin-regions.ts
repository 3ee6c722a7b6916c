/** What stands in the name of a region before or after its kind, and the English name. */
const names = new Map(
  `Адыгея=Adygea,Алтай=Altai,Алтайский=Altai,Амурская=Amur,Архангельская=Arkhangelsk,Астраханская=Astrakhan,Байконур=Baikonur
Башкортостан=Bashkortostan,Белгородская=Belgorod,Брянская=Bryansk,Бурятия=Buryatia,Владимирская=Vladimir
Волгоградская=Volgograd,Вологодская=Vologda,Воронежская=Voronezh,Дагестан=Dagestan,Донецкая Народная=Donetsk People’s
Еврейская=Jewish,Забайкальский=Trans-Baikal,Запорожская=Zaporozhye,Ивановская=Ivanovo,Ингушетия=Ingushetia,Иркутская=Irkutsk
Кабардино-Балкарская=Kabardino-Balkar,Калининградская=Kaliningrad,Калмыкия=Kalmykia,Калужская=Kaluga,Камчатский=Kamchatka
Карачаево-Черкесская=Karachay-Cherkess,Карелия=Karelia,Кемеровская=Kemerovo,Кировская=Kirov,Коми=Komi,Костромская=Kostroma
Краснодарский=Krasnodar,Красноярский=Krasnoyarsk,Крым=Crimea,Курганская=Kurgan,Курская=Kursk,Ленинградская=Leningrad
Липецкая=Lipetsk,Луганская Народная=Lugansk People’s,Магаданская=Magadan,Марий Эл=Mari El,Мордовия=Mordovia,Москва=Moscow
Московская=Moscow,Мурманская=Murmansk,Ненецкий=Nenets,Нижегородская=Nizhny Novgorod,Новгородская=Novgorod
Новосибирская=Novosibirsk,Омская=Omsk,Оренбургская=Orenburg,Орловская=Oryol,Пензенская=Penza,Пермский=Perm
Приморский=Primorye,Псковская=Pskov,Ростовская=Rostov,Рязанская=Ryazan,Самарская=Samara,Санкт-Петербург=St Petersburg
Саратовская=Saratov,Саха (Якутия)=Sakha (Yakutia),Сахалинская=Sakhalin,Свердловская=Sverdlovsk,Севастополь=Sevastopol
Северная Осетия=North Ossetia,Смоленская=Smolensk,Ставропольский=Stavropol,Тамбовская=Tambov,Татарстан=Tatarstan
Тверская=Tver,Томская=Tomsk,Тульская=Tula,Тыва=Tuva,Тюменская=Tyumen,Удмуртская=Udmurt,Ульяновская=Ulyanovsk
Хабаровский=Khabarovsk,Хакасия=Khakassia,Ханты-Мансийский=Khanty-Mansi,Херсонская=Kherson,Челябинская=Chelyabinsk
Чеченская=Chechen,Чувашская=Chuvash,Чукотский=Chukotka,Ямало-Ненецкий=Yamalo-Nenets,Ярославская=Yaroslavl`
    .split(/[,\n]/)
    .map((pair) => pair.split('=') as [string, string]),
)

const kinds: readonly (readonly [RegExp, (name: string) => string])[] = [
  [/^(?:г\. ?|Город )?(.+)$/, (name) => name],
  [/^Республика (.+)$/, (name) => `Republic of ${name}`],
  [/^(.+) Республика$/, (name) => `${name} Republic`],
  [/^(.+) автономная область$/, (name) => `${name} Autonomous Region`],
  [/^(.+) область$/, (name) => `${name} Region`],
  [/^(.+) край$/, (name) => `${name} Territory`],
  [/^(.+) автономный округ$/, (name) => `${name} Autonomous Area`],
]

/** The English name of a Russian region or of several, as the registry spells them; another text stays as it is. */
export function latinRegion(region: string): string {
  const parts = region
    .replace('Санкт - ', 'Санкт-')
    // The second name of Kuzbass, Yugra, Alania, Chuvashia.
    .replaceAll(/ [-–—] [^,]+/g, '')
    .split(/, | и /)
    .map(partOf)
  return parts.every((part) => part !== undefined) ? parts.join(' and ') : region
}

function partOf(part: string): string | undefined {
  if (part === 'Российская Федерация') return 'Russia'
  for (const [pattern, english] of kinds) {
    const name = names.get(pattern.exec(part)?.[1] ?? '')
    if (name !== undefined) return english(name)
  }
  return undefined
}

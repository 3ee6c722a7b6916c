const russian = new Intl.PluralRules('ru')

/** The Russian form that goes with a count: 1 запрос, 2 запроса, 5 запросов. */
export function pluralRu(count: number, one: string, few: string, many: string): string {
  const form = russian.select(count)
  return form === 'one' ? one : form === 'few' ? few : many
}

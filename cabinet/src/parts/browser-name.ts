/** Order matters: most browsers call themselves by the names of the others too. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/ringkey command/, 'ringkey'],
  [/YaBrowser\//, 'Yandex'],
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]
const systems: readonly (readonly [RegExp, string])[] = [
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/Linux|X11/, 'Linux'],
]

/** "Firefox, Linux" from a User-Agent header; the beginning of the header for an unknown browser. */
export function browserName(userAgent: string): string {
  const find = (names: readonly (readonly [RegExp, string])[]) =>
    names.find(([pattern]) => pattern.test(userAgent))?.[1]
  const found = [find(browsers), find(systems)].filter((name) => name !== undefined)
  return found.length > 0 ? found.join(', ') : userAgent.slice(0, 40)
}

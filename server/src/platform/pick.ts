/** Some fields of a record, by name: what is not named is not passed on. */
export function pick<T extends object, K extends keyof T>(record: T, ...names: readonly K[]): Pick<T, K> {
  return Object.fromEntries(names.map((name) => [name, record[name]])) as Pick<T, K>
}

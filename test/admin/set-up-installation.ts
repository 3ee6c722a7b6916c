// Sets an installation up through the admin API: a tariff, an account with money and a cap, a service, a trunk with its
// numbers. It may run again: what is there already stays as it is. A script of yours can begin as a copy of this one.

export interface Wanted {
  /** Such as http://127.0.0.1:9465/admin/v1. */
  readonly url: string
  /** With the scopes read, trunks, accounts and money. */
  readonly token: string
  readonly email: string
  readonly trunkHost: string
}

export async function setUpInstallation({ url, token, email, trunkHost }: Wanted) {
  async function ask<T>(method: 'GET' | 'POST', path: string, body?: object): Promise<T> {
    const response = await fetch(url + path, {
      method,
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      ...(method === 'GET' ? {} : { body: JSON.stringify(body ?? {}) }),
    })
    const answer = await response.json()
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(answer)}`)
    return answer as T
  }

  const prices = [
    { mode: 'flash', prefix: '7', price: '0.80' },
    { mode: 'voice', prefix: '7', price: '1.50' },
  ]
  await ask('POST', '/tariffs', { code: 'shops', name: 'Shops', prices })

  const { items } = await ask<{ items: { id: number; email: string }[] }>('GET', `/accounts?q=${email}`)
  const known = items.find((account) => account.email === email)
  const account = known ?? (await ask<{ id: number }>('POST', '/accounts', { email, tariff: 'shops' }))

  const services = await ask<{ name: string }[]>('GET', `/accounts/${account.id}/services`)
  const isNew = !services.some(({ name }) => name === 'Shop')
  // The secret key is shown this one time.
  const made = isNew
    ? await ask<{ secretKey: string }>('POST', `/accounts/${account.id}/services`, { name: 'Shop' })
    : undefined

  const { trunks } = await ask<{ trunks: { name: string }[] }>('GET', '/trunks')
  if (!trunks.some(({ name }) => name === 'north'))
    await ask('POST', '/trunks', { name: 'north', settings: { host: trunkHost, callsAtOnce: 30 } })
  await ask('POST', '/pools/ranges', { range: '74951230000-74951239999', trunks: ['north'] })

  await ask('POST', `/accounts/${account.id}/top-up`, {
    amount: '1000',
    note: 'invoice 1',
    operationId: `set-up-of-account-${account.id}`,
  })
  await ask('POST', '/caps', { scope: `account:${account.id}`, perDay: '500' })
  return { accountId: account.id, secretKey: made?.secretKey }
}

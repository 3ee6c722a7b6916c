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
  async function ask<T>(
    method: 'GET' | 'POST' | 'PUT',
    path: string,
    body?: object,
    key?: string,
  ): Promise<T> {
    const response = await fetch(url + path, {
      method,
      headers: {
        Authorization: `Bearer ${token}`,
        'Content-Type': 'application/json',
        ...(key === undefined ? {} : { 'Idempotency-Key': key }),
      },
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
  await ask('PUT', '/installation/tariffs/shops', { name: 'Shops', prices })

  const account = `/installation/accounts/${encodeURIComponent(email)}`
  await ask('PUT', account, { tariff: 'shops', perDay: '500' })
  // The secret key is shown this one time.
  const made = await ask<{ credentials: { secretKey?: string } }>('PUT', `${account}/services/Shop`, {})

  await ask('PUT', '/installation/trunks/north', { settings: { host: trunkHost, callsAtOnce: 30 } })
  await ask('PUT', '/installation/trunks/north/numbers/74951230000-74951239999', {})

  const { items } = await ask<{ items: { id: number; email: string }[] }>('GET', `/accounts?q=${email}`)
  const { id: accountId } = items.find((each) => each.email === email)!
  const invoice = { amount: '1000', note: 'invoice 1' }
  await ask('POST', `/accounts/${accountId}/top-up`, invoice, `invoice 1 of ${email}`.replaceAll(' ', '-'))
  return { accountId, secretKey: made.credentials.secretKey }
}

/** The credentials and address of a snippet's requests. */
export interface Access {
  /** Without a trailing slash. */
  readonly url: string
  readonly serviceId: number | string
  readonly secretKey: string
}

/** A test number, which never rings a phone and costs nothing. */
export const testNumber = '79000000001'

/** What needs more of `/v1.0` than one request: a complete program, ready to run. */
export interface SnippetsOf {
  readonly call: (access: Access) => string
  readonly inbound: (access: Access) => string
}

/** The credentials and address of a snippet's requests. */
export interface Access {
  /** Without a trailing slash. */
  readonly url: string
  readonly serviceId: number | string
  readonly secretKey: string
}

/** The parameters of a request, as in JSON. */
export type Given = Readonly<Record<string, string | number | boolean>>

/** A test number, which never rings a phone and costs nothing. */
export const testNumber = '79000000001'

/** A complete program for each task, ready to run. */
export interface SnippetsOf {
  readonly call: (access: Access) => string
  readonly info: (access: Access) => string
  readonly inbound: (access: Access) => string
  /** Any method of `/v1.0`; prints the answer. */
  readonly method: (access: Access, name: string, given: Given) => string
  readonly check: (access: Access) => string
  readonly account: (access: Access) => string
}

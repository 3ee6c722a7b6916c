/** Whose requests a snippet makes, and where. */
export interface Access {
  /** Without a slash at the end. */
  readonly url: string
  readonly serviceId: number | string
  readonly secretKey: string
}

/** The parameters of a request, as JSON has them. */
export type Given = Readonly<Record<string, string | number | boolean>>

/** A number of the interface that never rings anybody and costs nothing. */
export const testNumber = '79000000001'

/** A whole program for each task, that runs as it stands. */
export interface SnippetsOf {
  readonly call: (access: Access) => string
  readonly info: (access: Access) => string
  readonly inbound: (access: Access) => string
  /** Any method of `/v1.0`; prints the answer. */
  readonly method: (access: Access, name: string, given: Given) => string
  readonly check: (access: Access) => string
  readonly account: (access: Access) => string
}

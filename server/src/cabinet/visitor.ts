/** Address and browser of a request. */
export interface Visitor {
  readonly address: string
  readonly userAgent: string
  readonly isHttps: boolean
}

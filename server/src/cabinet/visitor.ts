/** Whoever asks: where the request came from. */
export interface Visitor {
  readonly address: string
  readonly userAgent: string
  readonly isHttps: boolean
}
